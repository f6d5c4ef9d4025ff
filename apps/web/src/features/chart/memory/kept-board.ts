import { read, write } from '../../../api/storage.ts'
import { type BoardDoc, readBoard } from '../chart-doc.ts'

const keyOf = () => `${read('deviceAccount')} board`

/** The state in which this account left the chart in this browser. */
export function keptBoard(): BoardDoc | undefined {
  const content = read('chartMemory')[keyOf()]
  return typeof content === 'string' ? readBoard(content) : undefined
}

export const keepBoard = (content: string) => write('chartMemory', { ...read('chartMemory'), [keyOf()]: content })
