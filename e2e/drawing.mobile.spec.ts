import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { signIn } from './accounts.ts'
import { apart, chart, openChart, seen, settled, spot, stock } from './chart-page.ts'
import { inHand, takeTool } from './drawing-page.ts'
import { sticksOut } from './sticks-out.ts'

test.beforeEach(({ context }) => apart(context))

type Finger = { x: number; y: number; id?: number }

/** Fingers on the glass, as the browser gets them. */
async function touches(page: Page) {
  const client: CDPSession = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Finger[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (...at: Finger[]) => send('touchStart', ...at),
    slide: async (from: Finger[], to: Finger[]) => {
      for (let step = 1; step <= 8; step++)
        await send(
          'touchMove',
          ...from.map(({ x, y, id }, at) => ({
            x: x + ((to[at]!.x - x) * step) / 8,
            y: y + ((to[at]!.y - y) * step) / 8,
            ...(id !== undefined && { id }),
          })),
        )
    },
    up: () => send('touchEnd'),
  }
}

test('a phone has every tool in a sheet, aims beside the finger, and still pans and zooms with nothing in hand', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  const hand = await touches(page)
  await page.getByRole('button', { name: 'All tools' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Drawing tools' })
  await expect(sheet.getByRole('listitem')).toHaveCount(21)
  expect(await sticksOut(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Horizontal line', exact: true }).tap()
  await inHand(page, 'Horizontal line')

  // The finger slides: the line lies over it, where it can be seen.
  const { low, high } = await settled(page)
  const from = await spot(page, 0.3, 0.9)
  const finger = await spot(page, 0.6, 0.8)
  await hand.down(from)
  await hand.slide([from], [finger])
  await hand.up()
  await page.getByText('1 drawing', { exact: true }).tap()
  const line = page.getByRole('listitem').getByRole('button', { name: /^Horizontal line: / })
  const price = async () => Number(/at ([\d.,]+)/.exec(await line.innerText())![1]!.replaceAll(',', ''))
  const first = await price()

  await page.evaluate(() => scrollTo(0, 0))
  await takeTool(page, 'Horizontal line')
  const tapped = await spot(page, 0.6, 0.8)
  await page.touchscreen.tap(tapped.x, tapped.y)
  const both = page.getByRole('listitem').getByRole('button', { name: /^Horizontal line: / })
  await expect(both).toHaveCount(2)
  const second = Number(/at ([\d.,]+)/.exec(await both.first().innerText())![1]!.replaceAll(',', ''))
  // 56 px are a good tenth of the chart, and the pane of prices shows what is in view.
  expect(first - second).toBeGreaterThan((high - low) * 0.1)

  // A finger pans from a line that is not selected; two fingers zoom; neither moves a drawing.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Select and move' }).tap()
  const open = await spot(page, 0.5, 0.05)
  await page.touchscreen.tap(open.x, open.y)
  await expect(page.getByRole('group', { name: 'Horizontal line selected' })).toBeHidden()
  const words = await both.allInnerTexts()
  const before = await settled(page)
  const [start, end] = [await spot(page, 0.3, 0.8), await spot(page, 0.8, 0.8)]
  await hand.down(start)
  await hand.slide([start], [end])
  await hand.up()
  await expect.poll(async () => (await seen(page)).from).not.toBe(before.from)
  const panned = await settled(page)
  const [left, right] = [await spot(page, 0.4, 0.5), await spot(page, 0.6, 0.5)]
  const [wideLeft, wideRight] = [await spot(page, 0.1, 0.5), await spot(page, 0.9, 0.5)]
  await hand.down({ ...left, id: 0 }, { ...right, id: 1 })
  await hand.slide(
    [
      { ...left, id: 0 },
      { ...right, id: 1 },
    ],
    [wideLeft, wideRight],
  )
  await hand.up()
  await expect.poll(async () => (await seen(page)).days).toBeLessThan(panned.days * 0.8)
  expect(await both.allInnerTexts()).toEqual(words)

  // What is selected has its sheet of styles.
  await both.first().tap()
  await chart(page).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Style' }).tap()
  const styles = page.getByRole('dialog', { name: 'Horizontal line: style' })
  await styles.getByText('Dotted', { exact: true }).tap()
  await expect(styles.getByRole('radio', { name: 'Dotted' })).toBeChecked()
  expect(await sticksOut(page)).toEqual([])
})
