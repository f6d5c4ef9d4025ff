import type { Language } from '@finlist/i18n/languages'
import { aboutThisBrowser, headersOf, nowhere } from '../api/device-headers.ts'
import type { EarlyAnswer } from '../api/early.ts'
import { keptObject, keptText } from './kept.ts'
import { listedMarket } from './list-page.ts'

type Answers = Record<string, Promise<EarlyAnswer | undefined>>

/**
 * Asks for the list last seen and the dates beside it, or in a browser that has seen none for the newest list, while
 * the app's code is on its way; each after its device check, as api/request.ts does. Leaves it to the app where this browser or its account is not known, or anything fails.
 */
export function askForList(token: Promise<Response>, language: Language, answers: Answers): void {
  const market = listedMarket()
  const [deviceId, deviceKey] = [keptText('deviceId'), keptText('deviceKey')]
  if (!market || !deviceId || !deviceKey || keptText('completeRegistration') !== 'true') return
  const named = new URLSearchParams(location.search).get('issueDate')
  const issueDate = named ?? keptObject('newestIssues')[market.id]
  // While the token is on its way, and after the first paint: the time zone takes a slow phone long to find.
  const device = new Promise<Record<string, string>>(resolve =>
    setTimeout(() => {
      const place = { ...nowhere, ...(keptObject('deviceInfo')['location'] as object) }
      resolve(headersOf({ deviceId, deviceKey }, aboutThisBrowser(), keptText('incognito') === 'true', place))
    }),
  )
  const headers = token.then(async response => {
    const { accessToken, userId } = (await response.clone().json()) as Partial<Record<string, string | number>>
    // A browser keeps a pair for each account; the app finds that of another.
    if (!accessToken || String(userId) !== keptText('deviceAccount')) return undefined
    return { 'Accept-Language': language, Authorization: `Bearer ${accessToken}`, ...(await device) }
  })
  const path = `/finlist/${market.id}`
  const ask = (called: string, search = '') => {
    answers[`/api${called}${search}`] = headers
      .then(theirs => theirs && checked(called, search, theirs))
      .catch(() => undefined)
  }
  if (typeof issueDate !== 'string') return ask(`${path}/newest`)
  ask(`${path}/issue-dates`)
  ask(path, `?${new URLSearchParams({ issueDate })}`)
}

async function checked(
  path: string,
  search: string,
  headers: Record<string, string>,
): Promise<EarlyAnswer | undefined> {
  const asked = new URLSearchParams({ path, page: location.pathname })
  const response = await fetch(`/api/device/check?${asked}`, { headers })
  const check = (await response.json()) as { data?: { status?: unknown } }
  return check.data?.status === true ? { check, response: await fetch(`/api${path}${search}`, { headers }) } : undefined
}
