// How soon does the Finder echo a key (meant: 50 ms) and show the matching table (meant: 400 ms), with the CPU slowed 4x?
import type { Page } from '@playwright/test'
import { median, signIn, slowDown, startBrowser } from './browser.ts'
import { machine } from './cpu.ts'
import { publishLargeIssue } from './large-issue.ts'

const rowsWanted = 200
const echoMs = 50
const tableMs = 400
const rounds = 20

const { browser, base, told, stop } = await startBrowser()
try {
  await publishLargeIssue(told, rowsWanted)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await signIn(context, base, 'hk-yearly')
  await page.goto(`${base}/finder-hk?filter=percival_score:gte:0`)
  await page.locator('tr[data-code]').first().waitFor()
  await page.getByLabel('Column', { exact: true }).selectOption('close')
  await page.getByLabel('Operation', { exact: true }).selectOption('gte')
  await slowDown(await context.newCDPSession(page), 4)
  await page.getByLabel('Value', { exact: true }).focus()
  const echoes = await type(page)
  const tables = await screen(page)
  const empty = await context.newPage()
  await slowDown(await context.newCDPSession(empty), 4)
  await empty.setContent('<input autofocus>')
  const bare = await type(empty)
  process.stdout.write(
    `${machine()}; ${rowsWanted} rows, CPU slowed 4x, median of ${rounds}; other work on the machine counts\n`,
  )
  say('keystroke to its echo', echoes, echoMs)
  say('the same on a page with nothing but a field', bare)
  say('press of Add to the matching table, the server asked', tables, tableMs)
} finally {
  await stop()
}

function say(what: string, taken: number[], meantMs?: number) {
  const meant = meantMs === undefined ? '' : `meant: at most ${meantMs} ms; `
  process.stdout.write(`${what}: ${Math.round(median(taken))} ms (${meant}${taken.map(Math.round).join(' ')})\n`)
}

/** ms from a key to the next frame, with a pause between keys so that counts come and go. */
async function type(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const taken: number[] = []
    Object.assign(window, { taken })
    document.addEventListener(
      'keydown',
      () => {
        const since = performance.now()
        requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - since)))
      },
      true,
    )
  })
  for (let round = 0; round < rounds; round++) {
    await page.keyboard.press(round % 2 === 0 ? '5' : 'Backspace')
    await page.waitForTimeout(300)
  }
  return await page.evaluate(() => (window as unknown as { taken: number[] }).taken)
}

/** A new, uncached price each time; ms from the press to the frame that shows its rows. */
async function screen(page: Page): Promise<number[]> {
  const taken: number[] = []
  for (let round = 0; round < rounds; round++) {
    const taking = await page.evaluate(
      async lowest => {
        const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
        const chip = document.querySelectorAll<HTMLElement>(
          'ul[aria-label="Filters in force"] li button:first-child',
        )[1]
        chip?.click()
        await frame()
        const field = document.querySelector<HTMLInputElement>('form input')!
        if (!chip) {
          const selects = document.querySelectorAll<HTMLSelectElement>('form select')
          if (selects[0]!.value !== 'close') throw new Error('the builder is empty')
        }
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, String(lowest))
        field.dispatchEvent(new Event('input', { bubbles: true }))
        await frame()
        const words = () => document.querySelector('[role=tabpanel] output.font-strong')?.textContent ?? ''
        const button = document.querySelector<HTMLButtonElement>('form button[type=submit]')!
        const before = words()
        const since = performance.now()
        button.click()
        do await frame()
        while ((words() === before || !/^\d/.test(words())) && performance.now() - since < 10_000)
        return performance.now() - since
      },
      2 + (round % 2 === 0 ? 20 : 90) + round / 10,
    )
    taken.push(taking)
    await page.waitForTimeout(300)
  }
  return taken
}
