import type { SavedScreen } from '@finlist/contract/screener'
import { parseQuery } from '@finlist/domain/screener/query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { screenerAnswers } from '../../../../../test/screener.ts'
import { dialog, field, showScreener } from '../../../../../test/screener-page.tsx'
import { addressNow, looks, noViolations, sticksOut } from '../../../../../test/show.tsx'
import { currentAlert } from '../../../../components/notices/show-alert.ts'
import { presets } from './presets.ts'

const screen = (screenId: number, facts: Partial<SavedScreen> = {}): SavedScreen => ({
  screenId,
  name: `Leaders ${screenId}`,
  markets: ['HKEX', 'US'],
  scope: 'market',
  query: 'rs > 90',
  columns: ['price', 'rs'],
  sort: { by: 'change3m', down: true },
  ...facts,
})
const button = (name: string | RegExp) => page.getByRole('button', { name })

test('every example has a valid query', () => {
  expect(presets.map(({ query }) => parseQuery(query)?.kind)).not.toContain(undefined)
})

test('an example sets the query and the sort order, and explains itself', async () => {
  await showScreener()
  await button('Saved screens').click()
  await expect.element(dialog().getByText('Nothing saved yet.', { exact: false })).toBeVisible()
  await dialog()
    .getByRole('button', { name: /^CCASS holdings concentrating/ })
    .click()
  await expect.element(field()).toHaveValue('ccassweek >= 0.3 and top10 >= 60 and price > sma50')
  await expect.poll(addressNow).toContain('markets=hk&sort=-ccassweek')
})

test('a saved screen restores everything; a change is saved to it', async () => {
  const saved = [screen(7), screen(8, { name: 'Banks' })]
  const sent = await showScreener({ answers: screenerAnswers(saved) })
  await button('Saved screens').click()
  await dialog()
    .getByRole('button', { name: /^Leaders 7/ })
    .click()
  await expect.poll(addressNow).toBe('/screener?q=rs+%3E+90&markets=hk,us&cols=price,rs&sort=-change3m&screen=7')
  await expect.element(button('Leaders 7').first()).toBeVisible()
  expect(page.getByText('Unsaved changes').elements()).toEqual([])
  await field().fill('rs > 95')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => page.getByText('Unsaved changes').elements()).toEqual([])
  const { screenId: _, ...body } = screen(7, { query: 'rs > 95' })
  expect(sent.findLast(({ call }) => call === 'POST /screener/screens/7')?.body).toEqual(body)
})

test('a screen is saved under a name, and the server’s limit is shown at the field', async () => {
  const saved: SavedScreen[] = []
  let isFull = true
  const own = screenerAnswers(saved)
  await showScreener({
    query: 'rs > 90',
    answers: screenerAnswers(saved, {
      'POST /screener/screens': (body, url) =>
        isFull
          ? { status: 400, errors: [{ message: 'You already have 20 saved screens.', code: 'limit' }] }
          : own['POST /screener/screens']!(body, url),
    }),
  })
  await button('Save as…').click()
  const name = dialog().getByRole('textbox', { name: 'Name of the screen' })
  await name.fill('Leaders')
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveAccessibleDescription('You already have 20 saved screens.')
  isFull = false
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(addressNow).toBe('/screener?q=rs+%3E+90&markets=hk&screen=1')
  await expect.element(button('Leaders').first()).toBeVisible()
  expect(saved[0]).toMatchObject({ name: 'Leaders', query: 'rs > 90', markets: ['HKEX'], scope: 'market' })
})

test('a saved screen is renamed, and deleted after a question that names it', async () => {
  const saved = [screen(7)]
  await showScreener({ path: '/screener?screen=7', answers: screenerAnswers(saved) })
  await button('Actions for Leaders 7').click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await dialog().getByRole('textbox').fill('Winners')
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(button('Actions for Winners')).toBeVisible()
  expect(saved[0]).toMatchObject({ name: 'Winners', query: 'rs > 90' })
  await button('Actions for Winners').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Delete “Winners”?' })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => saved).toEqual([])
  await expect.element(button('Saved screens')).toBeVisible()
})

test('the link of an alert opens its screen, whose alerts are deleted and set for each of its markets', async () => {
  const sent = await showScreener({ path: '/screener?screen=7', answers: screenerAnswers([screen(7)]) })
  await expect.poll(addressNow).toBe('/screener?q=rs+%3E+90&markets=hk,us&cols=price,rs&sort=-change3m&screen=7')
  await button('Daily alert').click()
  await expect.poll(() => currentAlert()?.message).toContain('on each day on which stocks enter or leave')
  currentAlert()!.done()
  await expect.element(button('Daily alert is on')).toHaveAttribute('aria-pressed', 'true')
  const bodies = sent.flatMap(({ call, body }) => (call === 'POST /alerts' ? [body] : []))
  expect(bodies).toEqual(['HKEX', 'US'].map(exchange => ({ kind: 'screen', exchange, screenId: 7 })))
  await button('Daily alert is on').click()
  await expect.element(button('Daily alert')).toHaveAttribute('aria-pressed', 'false')
})

test('a link to someone else’s screen shows it, to be saved as a copy', async () => {
  await showScreener({ path: '/screener?q=rs+%3E+90&screen=99' })
  await expect.element(button('Saved screens')).toBeVisible()
  await expect.element(button('Save as…')).toBeEnabled()
})

for (const look of looks)
  for (const size of ['desktop', 'phone'] as const)
    test(`the saved screens have no violations and fit: ${look.language}, ${look.theme}, ${size}`, async () => {
      await showScreener({ ...look, screen: size, path: '/screener?screen=7', answers: screenerAnswers([screen(7)]) })
      await button(/^Leaders 7$/).click()
      await expect.element(dialog()).toBeVisible()
      await noViolations()
      expect(sticksOut()).toEqual([])
    })
