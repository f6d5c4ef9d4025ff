import { resourceMissing } from '../errors.ts'
import { ApiError, type Form, type ListOf } from '../route.ts'
import type { Row } from '../store.ts'

const usualLimit = 10
const mostLimit = 100

export type Paging = { limit: number; startingAfter: string | undefined; endingBefore: string | undefined }

/** Removes limit, starting_after and ending_before from the form and parses them. Throws a 400 if one is invalid. */
export function takePaging({ limit, starting_after: after, ending_before: before, ...rest }: Form): {
  paging: Paging
  rest: Form
} {
  const number = limit === undefined ? usualLimit : Number(limit)
  if (!Number.isInteger(number) || number < 1 || number > mostLimit)
    throw invalid('limit', `This value must be an integer from 1 to ${mostLimit}.`)
  if (after !== undefined && before !== undefined)
    throw invalid('ending_before', 'You may only specify one of starting_after and ending_before.')
  return {
    paging: { limit: number, startingAfter: id('starting_after', after), endingBefore: id('ending_before', before) },
    rest,
  }
}

/**
 * A page of the list, newest first. The object that the cursor names may no longer be in the list, for example a
 * cancelled subscription. The page then starts at its creation time, which `find` returns, and objects created in the
 * same second may appear twice.
 */
export function cut<T extends Row & { created?: number }>(
  whole: readonly T[],
  { limit, startingAfter, endingBefore }: Paging,
  url: string,
  find: (id: string) => { created?: number } | undefined,
): ListOf<T> {
  const list = (data: T[], has_more: boolean): ListOf<T> => ({ object: 'list', data, has_more, url })
  if (endingBefore !== undefined) {
    const end = placeOf(endingBefore, 'ending_before')
    return list(whole.slice(Math.max(0, end - limit), end), end > limit)
  }
  const start = startingAfter === undefined ? 0 : placeOf(startingAfter, 'starting_after')
  const first = whole[start]?.id === startingAfter && startingAfter !== undefined ? start + 1 : start
  return list(whole.slice(first, first + limit), whole.length > first + limit)

  function placeOf(cursor: string, param: string): number {
    const at = whole.findIndex(({ id }) => id === cursor)
    if (at >= 0) return at
    const created = find(cursor)?.created
    if (created === undefined) throw resourceMissing('object', cursor, param)
    const older = whole.findIndex(row => (row.created ?? 0) <= created)
    return older < 0 ? whole.length : older
  }
}

function id(param: string, value: Form[string] | undefined): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value === '' || value.length > 255) throw invalid(param, 'Invalid cursor.')
  return value
}

function invalid(param: string, message: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', param, message })
}
