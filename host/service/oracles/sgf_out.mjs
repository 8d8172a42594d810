// Prints each SGF file as @sabaki/sgf reads it: one JSON line a file, a list of games, each the nodes of its main line.
import { readFileSync } from 'node:fs'
import sgf from '@sabaki/sgf'

const mainLine = root => {
  const nodes = []
  for (let node = root; node; node = node.children[0]) nodes.push(node.data)
  return nodes
}

for (const file of process.argv.slice(2)) {
  const games = sgf.parse(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)))
  console.log(JSON.stringify(games.map(mainLine)))
}
