import { deviceHeaders } from '@finlist/contract/account/device-headers'
import { type APIRequestContext, expect, type Page } from '@playwright/test'

type Asked = { method?: 'GET' | 'POST'; json?: unknown; files?: Record<string, string> }
/** Calls the API and returns the response's data. Fails unless the call succeeds. */
export type Ask = <T = unknown>(path: string, asked?: Asked) => Promise<T>

/** Returns a function that calls the API as the signed-in user, from a separate device that no page uses. */
export function asker(requests: APIRequestContext): Ask {
  let device: Record<string, string> | undefined
  const authorization = async () => {
    const { origin } = new URL((await requests.get('/api/health')).url())
    const headers = { 'X-Requested-With': 'finlist', 'Sec-Fetch-Site': 'same-origin', Origin: origin }
    const answer = await requests.post('/auth/token', { headers })
    const { accessToken } = (await answer.json()) as { accessToken: string }
    return { Authorization: `Bearer ${accessToken}` }
  }
  const newDevice = async (headers: Record<string, string>) => {
    const answer = await requests.get('/api/device/check?path=/&page=/', { headers })
    const { data } = (await answer.json()) as { data: { deviceId: string; deviceKey: string } }
    return { [deviceHeaders.deviceId]: data.deviceId, [deviceHeaders.deviceKey]: data.deviceKey }
  }
  return async <T>(path: string, { method = 'GET', json, files }: Asked = {}) => {
    const token = await authorization()
    device ??= await newDevice(token)
    const multipart = Object.fromEntries(
      Object.entries(files ?? {}).map(([field, text]) => [
        field,
        { name: `${field}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) },
      ]),
    )
    const answer = await requests.fetch(`/api${path}`, {
      method,
      headers: { ...token, ...device },
      ...(files && { multipart }),
      ...(json !== undefined && { data: json }),
    })
    const body = (await answer.json()) as { status: string; data: T }
    expect({ http: answer.status(), body }).toMatchObject({ http: 200, body: { status: 'success' } })
    return body.data
  }
}

const askers = new WeakMap<APIRequestContext, Ask>()

/** Calls the API as the page's signed-in user: with POST if there is a body, otherwise with GET. */
export async function asPerson<T>(page: Page, path: string, json?: unknown): Promise<T> {
  const ask = askers.get(page.request) ?? asker(page.request)
  askers.set(page.request, ask)
  return await ask<T>(path, json === undefined ? {} : { method: 'POST', json })
}
