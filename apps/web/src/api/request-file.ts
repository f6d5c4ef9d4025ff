import type { AnyCall } from '@finlist/contract/call'
import { CallError } from './call-error.ts'
import { answerTo, open, type RequestOptions } from './request.ts'

/** Makes a call whose response is a file instead of data. */
export async function requestFile<C extends AnyCall>(call: C, asking: RequestOptions<C>): Promise<Blob> {
  const answer = await answerTo(call, { ...asking, asFile: true })
  if (answer.body instanceof Blob) return answer.body
  open(call, answer)
  throw new CallError(call.path, answer.httpStatus)
}
