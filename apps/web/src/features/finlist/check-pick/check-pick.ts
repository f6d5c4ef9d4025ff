import { recordPick } from '@finlist/contract/record'
import type { ExchangeId } from '@finlist/domain/markets'
import type { NotRebuilt } from '@finlist/domain/record/rebuild'
import { CallError, ForbiddenError } from '../../../api/call-error.ts'
import { request } from '../../../api/request.ts'
import type { Answer, Asked } from './check-pick.worker.ts'

export type PickChecked =
  | ({ seq: number } & Extract<Answer, { bars: number }>)
  | { not: NotRebuilt | 'not-on-it' | 'no-bars' | 'not-recorded' | 'not-handed-on' | 'no-right'; seq?: number }

/** Timeout in ms. Rebuilding a pick from one stock's bars normally takes a moment. */
const mostMs = 20_000

/** Fetches the pick's entry in the record and its stock's bars, and rebuilds the pick in a worker. */
export async function checkPick(
  exchange: ExchangeId,
  date: string,
  stockCode: string,
  signal: AbortSignal,
): Promise<PickChecked> {
  const told = await request(recordPick, { params: { exchange }, query: { date, stockCode }, signal }).catch(whyNot)
  if (typeof told === 'string') return { not: told }
  const { seq, made, constants, row, bars } = told
  if (made === 'staff') return { not: 'by-staff', seq }
  if (row === null) return { not: 'not-on-it', seq }
  if (bars === null) return { not: 'no-bars', seq }
  const answer = await inWorker({ exchange, date, stockCode, constants, row, bars }, signal)
  return 'not' in answer ? { ...answer, seq } : { ...answer, seq }
}

function whyNot(error: unknown) {
  if (error instanceof ForbiddenError) return error.code === 'not-handed-on' ? 'not-handed-on' : 'no-right'
  if (error instanceof CallError && error.httpStatus === 404) return 'not-recorded'
  throw error
}

function inWorker(asked: Asked, signal: AbortSignal): Promise<Answer> {
  const worker = new Worker(new URL('./check-pick.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Answer>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the check takes too long')), mostMs)
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    signal.addEventListener('abort', () => clearTimeout(late))
    worker.addEventListener('error', () => reject(new Error('the check broke')))
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      clearTimeout(late)
      resolve(data)
    })
    worker.postMessage(asked)
  }).finally(() => worker.terminate())
}
