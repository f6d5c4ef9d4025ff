import { type User, user } from '@finlist/contract/account/account'
import { type JobRun, jobLog } from '@finlist/contract/staff/jobs'
import type { OverviewJob } from '@finlist/contract/staff/overview'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../../test/network-edge.ts'
import { looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { JobsSection } from './JobsSection.tsx'

const job: OverviewJob = {
  name: 'prices-HKEX',
  state: 'waiting',
  nextAt: '2026-07-18T11:00:00.000Z',
  beganAt: '2026-07-17T11:00:00.000Z',
  durationMs: 900,
  succeededAt: '2026-07-17T11:00:01.000Z',
  rows: 2_500,
  asAt: '2026-07-17',
  failures: 0,
  error: '',
}
const run: JobRun = {
  beganAt: '2026-07-17T11:00:00.000Z',
  endedAt: '2026-07-17T11:00:00.900Z',
  askedBy: null,
  rows: 2_500,
  asAt: '2026-07-17',
  error: '',
}
const runs: JobRun[] = [
  run,
  { ...run, beganAt: '2026-07-16T11:00:00.000Z', endedAt: null, rows: null, asAt: null },
  {
    ...run,
    beganAt: '2026-07-15T11:00:00.000Z',
    endedAt: '2026-07-15T11:00:04.000Z',
    rows: null,
    askedBy: 'Ann',
    error: `Error: ${'no such file '.repeat(20)}`,
  },
]

const known = (rights: User['rights'], log: JobRun[]) => {
  queryClient.setQueryData(callQuery(user).queryKey, { rights } as User)
  queryClient.setQueryData(callQuery(jobLog, { params: { name: job.name } }).queryKey, log)
}

for (const look of looks)
  for (const screen of ['desktop', 'phone'] as const)
    test(`a job's log lists each run, in ${look.language} on a ${screen}`, async () => {
      answerCalls({ 'GET /admin/jobs/prices-HKEX/log': () => ({ data: runs }) })
      known(['staff', 'admin'], runs)
      await show(<JobsSection jobs={[job]} />, { texts: ['overview'], screen, ...look })
      const en = look.language === 'en'
      await page.getByRole('button', { name: en ? /run again/ : /再次執行/ }).click()
      const log = page.getByRole('dialog').getByRole('list')
      await expect.element(log).toBeVisible()
      const words = log.element().textContent
      for (const word of en ? ['2500 rows', 'requested by Ann', 'interrupted'] : ['2500 行', '由 Ann 要求', '中途中斷'])
        expect(words).toContain(word)
      expect(sticksOut()).toEqual([])
      await noViolations()
    })

test('an admin can run the job now; other staff can only read its log', async () => {
  const sent = answerCalls({
    'GET /admin/jobs/prices-HKEX/log': () => ({ data: runs }),
    'POST /admin/jobs/prices-HKEX/run': () => ({ data: { askedAt: '2026-07-18T01:00:00.000Z' } }),
  })
  known(['staff', 'admin'], runs)
  await show(<JobsSection jobs={[job]} />, { texts: ['overview'] })
  await page.getByRole('button', { name: /run again/ }).click()
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect.element(page.getByText(/^Requested/)).toBeVisible()
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1)
  known(['staff'], runs)
  await show(<JobsSection jobs={[job]} />, { texts: ['overview'] })
  await page.getByRole('button', { name: /run again/ }).click()
  await expect.element(page.getByRole('dialog').getByRole('list')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Run now' })).not.toBeInTheDocument()
})
