import { markets } from '@finlist/domain/markets'
import { keptObject } from './kept.ts'
import { listedMarket } from './list-page.ts'
import { placeNow } from './place.ts'

/** `next` returns the call that follows this one, based on its response. */
export type Called = { path: string; search?: string; next?: (answer: unknown) => Called | undefined }

/** The first calls of the page at the current address. The app requests exactly the same addresses. */
export function firstCalls(): Called[] {
  const listed = listedMarket()
  if (listed) return ofList(listed.id)
  return atPlace[placeNow()]?.() ?? []
}

const atPlace: Record<string, () => Called[]> = {
  markettrend: () =>
    markets
      .filter(({ linkSuffix }) => location.pathname.startsWith(`/markettrend-${linkSuffix}`))
      .map(({ id }) => ({ path: `/markettrend/${id}` })),
  watchlist: () => [{ path: '/watchlist/user', next: positionsOfFirst }],
  subscribe: plans,
  dashboard: () => [{ path: '/users/user' }, ...(new URLSearchParams(location.search).has('tab') ? [] : plans())],
}

/**
 * The calls for a market's issue dates and for one list: the list named in the address, else the newest list according
 * to this browser's storage. If nothing is stored, only the call for the newest list.
 */
function ofList(exchange: string): Called[] {
  const path = `/finlist/${exchange}`
  const named = new URLSearchParams(location.search).get('issueDate')
  const issueDate = named ?? keptObject('newestIssues')[exchange]
  if (typeof issueDate !== 'string') return [{ path: `${path}/newest` }]
  return [{ path: `${path}/issue-dates` }, { path, search: `?${new URLSearchParams({ issueDate })}` }]
}

function positionsOfFirst(answer: unknown): Called | undefined {
  const [first] = (answer as { data?: { watchlistId?: number }[] }).data ?? []
  return first && { path: `/watchlist/${first.watchlistId}` }
}

/** The calls for the plans granted to the user and, if the operator sells plans, for those the user bought. */
function plans(): Called[] {
  const given = { path: '/users/user/given' }
  return keptObject('operator')['payments'] === 'none' ? [given] : [given, { path: '/users/user/subscriptions' }]
}
