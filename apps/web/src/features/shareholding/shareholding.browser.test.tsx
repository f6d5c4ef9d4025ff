import type { ShareholdingChanges } from '@finlist/contract/shareholding'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { queryClient } from '../../api/query-client.ts'
import { changesOn } from './queries.ts'
import ShareholdingScreen from './ShareholdingScreen.tsx'

const changes: ShareholdingChanges = {
  updatedAt: '2026-07-17T14:30:00.000Z',
  shareholdingDate: '2026-07-16',
  dayBefore: '2026-07-15',
  weekBefore: '2026-07-09',
  dates: ['2026-07-16', '2026-07-15'],
  dayIncreaseList: [],
  dayDecreaseList: [],
  weekIncreaseList: [],
  weekDecreaseList: [],
}

test('a link to an invalid date shows the newest date and says so; a link to a valid date shows no such message', async () => {
  queryClient.setQueryData(changesOn(undefined).queryKey, changes)
  queryClient.setQueryData(changesOn('2026-07-16').queryKey, changes)
  const shown = { texts: ['shareholding' as const] }
  await show(<ShareholdingScreen />, { path: '/shareholding-hk?date=yesterday', ...shown })
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('No holdings data for yesterday. Showing 16 July 2026.')
  document.body.replaceChildren()
  await show(<ShareholdingScreen />, { path: '/shareholding-hk?date=2026-07-16', ...shown })
  await expect.element(page.getByRole('combobox')).toBeVisible()
  expect(page.getByRole('alert').elements()).toHaveLength(0)
})
