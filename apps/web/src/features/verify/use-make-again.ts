import { recordBars, recordEntry } from '@finlist/contract/record'
import type { ExchangeId } from '@finlist/domain/markets'
import { hexOf } from '@finlist/domain/record/bytes'
import { listToRebuild, type NotRebuilt } from '@finlist/domain/record/rebuild'
import { useEffect, useRef, useState } from 'react'
import { ForbiddenError } from '../../api/call-error.ts'
import { request } from '../../api/request.ts'
import { requestFile } from '../../api/request-file.ts'
import { askWorker } from './ask-worker.ts'
import type { RecordedIssue, RecordedModel } from './check-record.ts'
import type { AgainAnswer, AgainAsked } from './make-again.ts'
import { sha256 } from './sha256.ts'

type Told = Extract<AgainAnswer, { bytes: number }>
type Ended = Exclude<AgainAnswer, Told>
export type AgainState =
  | { working: number }
  | Ended
  | { not: NotRebuilt | 'other-body' | 'no-right' | 'not-handed-on' }
  | { error: unknown }
  | { stopped: true }

/** Fetches an issue's content and the prices of its day, and rebuilds it in a worker. */
export function useMakeAgain(models: readonly RecordedModel[]) {
  const [state, setState] = useState<AgainState>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function make(issue: RecordedIssue, file?: File) {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    setState({ working: 0 })
    const found = await again(issue, file, models, { signal, tell: ({ bytes }) => setState({ working: bytes }) }).catch(
      (error: unknown) => ({ error }),
    )
    if (!signal.aborted) setState(found)
  }
  const forget = () => {
    running.current?.abort()
    setState(undefined)
  }
  return { state, make, forget }
}

type Steps = { signal: AbortSignal; tell: (told: Told) => void }

async function again(
  issue: RecordedIssue,
  file: File | undefined,
  models: readonly RecordedModel[],
  { signal, tell }: Steps,
): Promise<AgainState> {
  const told = await bodyOf(issue, signal)
  if (typeof told === 'string') return { not: told }
  const { body } = told
  if (hexOf(sha256(body)) !== issue.bodyHash) return { not: 'other-body' }
  const list = listToRebuild(body)
  if (typeof list === 'string') return { not: list }
  const { outlooksIn } = await import('@finlist/domain/record/issue-outlooks')
  const outlooks = outlooksIn(body)
  const model = outlooks && models.find(({ bodyHash }) => bodyHash === outlooks.model)?.body
  const bars = file ?? (await barsOf(issue.market as ExchangeId, list.date, signal))
  if (typeof bars === 'string') return { not: bars }
  const worker = new Worker(new URL('./again.worker.ts', import.meta.url), { type: 'module' })
  const isAnswer = (message: AgainAnswer): message is Ended => !('bytes' in message)
  const ended = await askWorker<AgainAsked, Told, Ended>(
    worker,
    { list, bars, outlooks, model },
    { tell, isAnswer, signal },
  )
  return ended ?? { stopped: true }
}

/** The issue's content, from the record or, for people with the right to the market, from the server. */
async function bodyOf({ seq, body }: RecordedIssue, signal: AbortSignal) {
  if (body !== undefined) return { body }
  return await orWhyNot(async () => ({ body: (await request(recordEntry, { params: { seq }, signal })).body }))
}

const barsOf = (exchange: ExchangeId, date: string, signal: AbortSignal) =>
  orWhyNot(() => requestFile(recordBars, { params: { exchange }, query: { date }, signal }))

async function orWhyNot<T>(work: () => Promise<T>): Promise<T | 'not-handed-on' | 'no-right'> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ForbiddenError)) throw error
    return error.code === 'not-handed-on' ? 'not-handed-on' : 'no-right'
  }
}
