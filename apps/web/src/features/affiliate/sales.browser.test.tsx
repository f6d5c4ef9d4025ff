import { expect, test } from 'vitest'
import { looks, noViolations, show } from '../../../test/show.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Sales } from './Sales.tsx'

const months = [
  { month: '2026-12', plansSold: 0, income: -1_344_000, commission: -1 },
  { month: '2026-11', plansSold: 2, income: 1_624_000, commission: 324_800 },
]
const statement = () => Promise.resolve(new Blob())
const shown = (disputes: Parameters<typeof Sales>[0]['disputes']) => (
  <>
    <PageHeader title="PARTNER20" />
    <Sales code="PARTNER20" months={months} disputes={disputes} statement={statement} />
  </>
)
const cells = () =>
  [...document.querySelectorAll('tbody tr')].map(row => [...row.children].map(cell => cell.textContent))

test.each(looks)('an affiliate’s month shows amounts that were disputed, lost and won, in $language', async look => {
  const none = { disputed: 0, disputesLost: 0, disputesWon: 0 }
  await show(
    shown([
      { month: '2026-11', ...none, disputed: 1_344_000 },
      { month: '2026-12', ...none, disputesLost: 1_344_000 },
    ]),
    { texts: ['affiliate'], ...look },
  )
  await expect
    .poll(() => cells().map(row => row.slice(4, 7)))
    .toEqual([
      ['0', '13,440', '0'],
      ['13,440', '0', '0'],
    ])
  await noViolations()
})

test('an affiliate code without disputes has no columns for them', async () => {
  await show(shown([]), { texts: ['affiliate'] })
  await expect.poll(() => cells()[0]?.length).toBe(5)
})
