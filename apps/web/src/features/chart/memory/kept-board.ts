import { read, write } from '../../../api/storage.ts'
import { type BoardDoc, readBoard } from '../chart-doc.ts'

/** How this account left the chart in this browser. */
export function keptBoard(): BoardDoc | undefined {
  const content = read('chartBoards')[read('deviceAccount')]
  return content === undefined ? undefined : readBoard(content)
}

export const keepBoard = (content: string) =>
  write('chartBoards', { ...read('chartBoards'), [read('deviceAccount')]: content })
