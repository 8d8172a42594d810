// The board of a game in its place on a page, with what is to be said under it: illegal moves, check, a position
// lost, a move not shown to a player yet, the count.

import { Board } from './board.js';
import { turnOf } from './chess.js';
import { ChessBoard } from './chess_board.js';
import { isOver } from './face.js';
import { write } from './frame.js';
import { boardLabel, say, scoreWords, sideName, verdictWords } from './words.js';

/** The board of whichever game is played; none for a clock alone. */
export class GameBoard {
  /** Fills the page's board area; `onTap` and `onMove` are given where moves are entered. */
  constructor({ onTap = null, onMove = null } = {}) {
    this.onTap = onTap;
    this.onMove = onMove;
    this.board = null;
    this.place = document.querySelector('#board');
    this.verdict = document.querySelector('#verdict');
    this.turnButton = document.querySelector('#turn');
    this.turnButton.addEventListener('click', () => this.board.turn());
  }

  /** Lays the board out for the game, once it is known; whether it is another than before. */
  lay({ game, state }) {
    const { kind, size, handicap } = game;
    // A service that tells no position leaves chess with the list of moves.
    const hasPosition = state.position !== undefined;
    const laid = `${kind} ${size} ${handicap} ${kind === 'chess' && hasPosition}`;
    if (document.body.dataset.laid === laid) return false;
    document.body.dataset.laid = laid;
    document.body.dataset.kind = kind;
    this.isChess = kind === 'chess' && hasPosition;
    if (this.isChess) this.board = new ChessBoard(this.onMove);
    else this.board = kind === 'go' || kind === 'gomoku' ? new Board(size, handicap, this.onTap) : null;
    this.turnButton.hidden = !this.isChess;
    this.place.replaceChildren(...(this.board ? [this.board.element] : []));
    return true;
  }

  /** Shows the moves, some of which may wait for the record or be on their way out of it. */
  show(known, moves = known.moves, { gone = [], numbers = false, counted = true, ...marked } = {}) {
    const { position = null, check = false, area = null, unseen = {} } = known.state;
    const signs = { ...marked, area, removed: removed(known.state), unseen: Object.values(unseen) };
    this.board?.show(moves, { position, check, gone, numbers, ...signs });
    this.board?.element.setAttribute('aria-label', boardLabel(moves, counted));
    write(this.verdict, this.words(known, moves, counted).join('\n'));
  }

  /** What stands under the board. */
  words({ state }, moves, counted) {
    const words = [];
    if (this.isChess && state.position === null) words.push(say('chess.lost'));
    if (state.check && state.position && !isOver(state)) words.push(say('chess.check', { side: sideName(turnOf(state.position)) }));
    const index = moves.findLastIndex((one) => one.illegal || one.cycle !== undefined);
    if (index >= 0) words.push(verdictWords(moves[index], counted ? index + 1 : null));
    for (const [side, number] of Object.entries(state.unseen ?? {})) {
      words.push(say(counted ? 'table.unseen' : 'table.unseen_uncounted', { side: sideName(side), n: number }));
    }
    if (state.score) words.push(scoreWords(state.score));
    return words;
  }
}

/** The stones that were counted as dead. */
function removed({ score, marks }) {
  return score && marks ? marks.chief ?? marks.black ?? marks.white ?? [] : [];
}
