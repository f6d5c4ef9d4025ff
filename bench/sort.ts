// How long does sorting a list of 200 take, from the click to the new order on the screen, with the CPU slowed 4x? Meant: 280 ms.
import type { Page } from '@playwright/test'
import { median, signIn, slowDown, startBrowser } from './browser.ts'
import { machine } from './cpu.ts'

const rowsWanted = 200
const meantMs = 280
const rounds = 15
const issueDate = '2010-01-04'

const { browser, base, stop } = await startBrowser()
try {
  const desk = await signIn(await browser.newContext(), base, 'staff')
  await publish(desk)
  await desk.close()

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await signIn(context, base, 'hk-yearly')
  await page.goto(`${base}/finlist-hk?issueDate=${issueDate}`)
  await page.locator(`tr[data-code]:nth-of-type(${rowsWanted})`).waitFor()
  const unslowed = await sort(page, 5)
  await slowDown(await context.newCDPSession(page), 4)
  const taken = await sort(page, rounds)
  process.stdout.write(
    `${machine()}; ${rowsWanted} rows, CPU slowed 4x, median of ${rounds}; other work on the machine counts\n`,
  )
  process.stdout.write(
    `sort: ${Math.round(median(taken))} ms (meant: at most ${meantMs} ms; ${Math.round(median(unslowed))} ms unslowed; ${taken.map(Math.round).join(' ')})\n`,
  )
} finally {
  await stop()
}

/** Sorts two columns by turns, each time in another order; ms from the click to the next frame. */
async function sort(page: Page, times: number): Promise<number[]> {
  return await page.evaluate(async count => {
    const buttons = ['Close', 'Percival Score'].map(name =>
      [...document.querySelectorAll<HTMLElement>('thead button')].find(({ innerText }) => innerText.startsWith(name)),
    )
    const order = () =>
      Array.from(document.querySelectorAll<HTMLElement>('tr[data-code]'), row => row.dataset['code']).join()
    const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
    const taken: number[] = []
    for (let round = 0; round < count; round++) {
      const before = order()
      const since = performance.now()
      buttons[round % 2]!.click()
      do await frame()
      while (order() === before && performance.now() - since < 10_000)
      taken.push(performance.now() - since)
    }
    return taken
  }, times)
}

/** Publishes, as staff, an issue of 200 invented stocks, unordered. */
async function publish(page: Page): Promise<void> {
  const header =
    'stockCode,stockName,stockNameZh,close,closeChange,volume,volumeChange,percivalScore,buyPoint,patternType,isLowTurnover'
  const lines = Array.from({ length: rowsWanted }, (_, n) => {
    const mixed = (n * 7919) % 1_000
    return `${8000 + n},Invented ${n},虛構${n},${(mixed / 10 + 1).toFixed(2)},${(mixed % 17) - 8},${mixed * 1_000},${mixed % 90},${mixed % 99},-1,NIL,false`
  })
  const status = await page.evaluate(
    async ({ day, text }) => {
      const answer = await fetch('/auth/token', { method: 'POST', headers: { 'X-Requested-With': 'finlist' } })
      const { accessToken } = (await answer.json()) as { accessToken: string }
      const headers = {
        Authorization: `Bearer ${accessToken}`,
        'X-Device-Id': localStorage.getItem('deviceId')!,
        'X-Device-Key': localStorage.getItem('deviceKey')!,
      }
      const form = new FormData()
      form.set('finListCsv', new Blob([text]), 'list.csv')
      const path = `/api/admin/data/finlist/upload?exchange=HKEX&issueDate=${day}`
      const sent = await fetch(path, { method: 'POST', headers, body: form })
      return sent.ok ? '' : `${sent.status} ${await sent.text()}`
    },
    { day: issueDate, text: [header, ...lines].join('\n') },
  )
  if (status) throw new Error(status)
}
