// What a test makes of the service's messages on their way to a page: a table is shown as the test wants it, and what
// the page orders is kept.

/** Has the page hear `change(message)` for every message of the service; gives back the orders as they are sent. */
export async function altered(page, change) {
  const orders = [];
  await page.routeWebSocket(/\/api\/live/, (line) => {
    const service = line.connectToServer();
    line.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type === 'order') orders.push(message.command);
      else service.send(text);
    });
    service.onMessage((text) => line.send(JSON.stringify(change(JSON.parse(text)))));
  });
  return orders;
}

/** A table that stands as given: its position, its moves, and what else its state says. */
export function standing(table, { moves = [], black, white, ...state }) {
  return (message) => {
    if (message.type !== 'table' || message.table !== table) return message;
    Object.assign(message.state, state);
    Object.assign(message.state.black, black);
    Object.assign(message.state.white, white);
    return { ...message, moves };
  };
}

/** Rows of a board of Go with these stones. */
export function rows({ black = [], white = [] }, size = 19) {
  const sign = (point) => (black.includes(point) ? 'X' : white.includes(point) ? 'O' : '.');
  return Array.from({ length: size }, (_, y) => {
    return Array.from({ length: size }, (__, x) => sign(`${'ABCDEFGHJKLMNOPQRST'[x]}${size - y}`)).join('');
  });
}
