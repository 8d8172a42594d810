// Requests with something secret in them: a sealed move, a passphrase. Each has a connection of its own, nothing of it
// is kept, and all of one kind are equally long, so that whoever watches the network learns nothing from their length.

/** The bytes that every request has, filled up with spaces. */
const LENGTH = 1024;

/** Asks the service to seal or to open; gives back its answer, `ok` or why not. */
export async function tell(table, what, message) {
  try {
    const answer = await fetch(`/api/tables/${table}/${what}`, {
      method: 'POST', cache: 'no-store', headers: { 'Content-Type': 'application/json' }, body: padded(message),
    });
    return await answer.json();
  } catch {
    return { ok: false, lapsed: true };
  }
}

/** A message as text of one length. */
function padded(message) {
  const text = JSON.stringify(message);
  const room = LENGTH - new TextEncoder().encode(text).length;
  return text + ' '.repeat(Math.max(0, room));
}

/** Whether nobody on the way can read what this page sends. */
export function isPrivate() {
  const { protocol, hostname } = location;
  return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
