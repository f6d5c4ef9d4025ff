import type { Language } from '@finlist/i18n/languages'
import { aboutThisBrowser, headersOf, nowhere } from '../api/device-headers.ts'
import type { EarlyAnswer } from '../api/early.ts'
import { type Called, firstCalls } from './first-calls.ts'
import { keptObject, keptText } from './kept.ts'

type Answers = Record<string, Promise<EarlyAnswer | undefined>>

/**
 * Makes the page's first calls while the app's code is loading, each after its device check, as in api/request.ts.
 * Makes none if this browser or its account is unknown. The app makes any missing calls and repeats failed ones.
 */
export function askFirst(token: Promise<Response>, language: Language, answers: Answers): void {
  const calls = firstCalls()
  const [deviceId, deviceKey] = [keptText('deviceId'), keptText('deviceKey')]
  if (calls.length === 0 || !deviceId || !deviceKey || keptText('completeRegistration') !== 'true') return
  // Runs while the token is loading and after the first paint, because determining the time zone is slow on some
  // phones.
  const device = new Promise<Record<string, string>>(resolve =>
    setTimeout(() => {
      const place = { ...nowhere, ...(keptObject('deviceInfo')['location'] as object) }
      resolve(headersOf({ deviceId, deviceKey }, aboutThisBrowser(), keptText('incognito') === 'true', place))
    }),
  )
  const headers = token.then(async response => {
    const { accessToken, userId } = (await response.clone().json()) as Partial<Record<string, string | number>>
    // Makes no call if the stored device id and key belong to another account; the app then restores the right pair.
    if (!accessToken || String(userId) !== keptText('deviceAccount')) return undefined
    return { 'Accept-Language': language, Authorization: `Bearer ${accessToken}`, ...(await device) }
  })
  const ask = ({ path, search = '', next }: Called) => {
    answers[`/api${path}${search}`] = headers
      .then(async theirs => {
        const given = theirs && (await checked(path, search, theirs))
        // Reads a copy of the response before the app receives it, because otherwise the app would also make the next
        // call.
        const further = given && next?.(await given.response.clone().json())
        if (further) ask(further)
        return given
      })
      .catch(() => undefined)
  }
  for (const call of calls) ask(call)
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
