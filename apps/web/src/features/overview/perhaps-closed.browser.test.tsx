import type { Overview } from '@finlist/contract/staff/overview'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { PerhapsClosedSection } from './PerhapsClosedSection.tsx'

const days: Overview['perhapsClosed'] = [
  { exchange: 'HKEX', date: '2026-07-20', stocks: 2_480, withoutBar: 2_479 },
  { exchange: 'TW', date: '2026-07-21', stocks: 1_925, withoutBar: 1_925 },
]

for (const look of looks)
  for (const screen of ['desktop', 'phone'] as const)
    test(`a day without prices can be recorded as a closing, in ${look.language} on a ${screen}`, async () => {
      await show(
        <>
          <h1>{look.language === 'en' ? 'Overview' : '系統概況'}</h1>
          <PerhapsClosedSection days={days} />
        </>,
        { texts: ['overview'], screen, ...look },
      )
      const en = look.language === 'en'
      const list = page.getByRole('list', { name: en ? 'Was the market closed?' : '市場當日是否休市？' })
      await expect.element(list).toBeVisible()
      for (const figure of ['2479', '2480', '1925']) expect(list.element().textContent).toContain(figure)
      const buttons = page.getByRole('button', { name: en ? /^Record as closed/ : /^記錄為休市/ })
      expect(new Set(buttons.elements().map(({ textContent }) => textContent)).size).toBe(2)
      expect(sticksOut()).toEqual([])
      await noViolations()
    })

test('no question is asked if every market has its prices', async () => {
  await show(<PerhapsClosedSection days={[]} />, { texts: ['overview'] })
  await expect.element(page.getByRole('heading', { name: 'Was the market closed?' })).not.toBeInTheDocument()
})
