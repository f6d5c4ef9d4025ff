import { datafeedTokens } from '@finlist/contract/charts/datafeed-tokens'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { callQuery, queryClient } from '../../api/query-client.ts'
import DatafeedTokens from './DatafeedTokens.tsx'

const made = { madeAt: '2026-07-01T02:00:00.000Z' }
const tokens = [
  { tokenId: 2, name: 'Laptop', ...made, lastUsedAt: null },
  { tokenId: 1, name: 'Desk', ...made, lastUsedAt: '2026-07-17T09:30:00.000Z' },
]
async function showTokens(look: Parameters<typeof show>[1] = {}) {
  queryClient.setQueryDefaults(callQuery(datafeedTokens).queryKey, { staleTime: Infinity })
  queryClient.setQueryData(callQuery(datafeedTokens).queryKey, tokens)
  const part = (
    <>
      <h1>Account</h1>
      <DatafeedTokens onFailed={async () => {}} />
    </>
  )
  await show(part, { texts: ['account'], ...look })
}

test('datafeed addresses are listed with their last use and can be revoked after a confirmation; a new one needs a name', async () => {
  await showTokens()
  const lines = () => [...document.querySelectorAll('li')].map(({ innerText }) => innerText.split('\n'))
  await expect.poll(() => lines()[0]).toContain('Not used yet')
  expect(lines()[1]).toEqual(expect.arrayContaining(['Desk', 'Last used 17 Jul 2026, 17:30']))
  await page.getByRole('button', { name: 'Create an address' }).click()
  await expect.element(page.getByText('Please enter a name.')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke Desk’s address' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke Desk’s address?' })
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
})

test.each(looks)('datafeed addresses have no accessibility violations and fit a narrow screen (%o)', async look => {
  await showTokens({ ...look, screen: 'narrow' })
  await expect.poll(() => document.querySelectorAll('li').length).toBe(2)
  await noViolations()
  expect(sticksOut()).toEqual([])
})
