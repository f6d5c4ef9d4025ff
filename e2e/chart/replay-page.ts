import { expect, type Page, type Response } from '@playwright/test'

/**
 * Records the datafeed's responses from now on: the request, and the latest day in the response. The returned function
 * stops recording and returns the records; call it while the page is open, because responses cannot be read afterwards.
 */
export function answers(page: Page) {
  const heard: { path: string; asOf: string | null; step: string | null; newest: string }[] = []
  const open: Promise<unknown>[] = []
  const hear = (response: Response) => {
    const { pathname, searchParams } = new URL(response.url())
    const path = /\/api\/tvchart\/(history|patterns|actions|marks)$/.exec(pathname)?.[1]
    if (!path || !response.ok()) return
    open.push(
      response.json().then((body: unknown) =>
        heard.push({
          path,
          asOf: searchParams.get('asOf'),
          step: searchParams.get('step'),
          newest: newestIn(body),
        }),
      ),
    )
  }
  page.on('response', hear)
  return async () => {
    for (let read = -1; read !== open.length; ) {
      read = open.length
      await Promise.all(open)
    }
    page.off('response', hear)
    return heard
  }
}

/** The latest day anywhere in a response, as seconds or as a date. */
function newestIn(body: unknown): string {
  const days = [...JSON.stringify(body).matchAll(/"exDate":"(\d{4}-\d\d-\d\d)"/g)].map(([, day]) => day!)
  const { t = [], time = [], data = [] } = body as { t?: number[]; time?: number[]; data?: unknown }
  const points = Array.isArray(data)
    ? data.flatMap(it => ((it as { points?: { time: number }[] }).points ?? []).map(point => point.time))
    : []
  const times = [...t, ...time, ...points].map(seconds => new Date(seconds * 1_000).toISOString().slice(0, 10))
  return [...days, ...times].toSorted().at(-1) ?? ''
}

/** The current day of the replay, as the page shows it. */
export async function today(page: Page): Promise<string> {
  const text = await page.getByText(/^Today is /).innerText()
  return new Date(`${text.replace('Today is ', '')} UTC`).toISOString().slice(0, 10)
}

const next = (page: Page) => page.getByRole('button', { name: /^Next (day|week)$/ })

/** Takes one step, waits for it, and returns the new day. */
export async function stepOn(page: Page): Promise<string> {
  const before = await today(page)
  await next(page).click()
  await expect.poll(() => today(page)).not.toBe(before)
  return await today(page)
}
