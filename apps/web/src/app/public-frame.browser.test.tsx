import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { looks, noViolations, show } from '../../test/show.tsx'
import { unknownOperator } from '../api/operator.ts'
import { operatorFacts } from '../api/operator-facts.ts'
import { queryClient } from '../api/query-client.ts'
import PublicFrame from './PublicFrame.tsx'

const framed = (
  <Routes>
    <Route element={<PublicFrame />}>
      <Route path="*" element={<h1>Track record</h1>} />
    </Route>
  </Routes>
)

test.each(looks)('a public page with invented data says so, in $language', async look => {
  queryClient.setQueryData(operatorFacts.queryKey, { ...unknownOperator, demoData: true })
  await show(framed, { path: '/track-record-hk', isWhole: true, ...look })
  await expect.element(page.getByText(/^(Demo data|示範數據)$/)).toBeVisible()
  await expect.element(page.getByText(/invented, not market data|虛構/)).toBeVisible()
  await noViolations()
})

test('a public page leads to the sign-in page and to the creation of an account, and back', async () => {
  await show(framed, { path: '/track-record-hk', isWhole: true })
  const signUp = page.getByRole('link', { name: 'Create a free account' })
  await expect
    .element(signUp)
    .toHaveAttribute('href', expect.stringMatching(/^\/auth\/login\?create=yes&lang=en&returnTo=%2F/))
  await expect
    .element(page.getByRole('link', { name: 'Sign in' }))
    .toHaveAttribute('href', expect.not.stringContaining('create'))
})

test('a public page with real market data has no demo label', async () => {
  queryClient.setQueryData(operatorFacts.queryKey, unknownOperator)
  await show(framed, { path: '/track-record-hk', isWhole: true })
  await expect.element(page.getByRole('banner')).toBeVisible()
  expect(document.body.textContent).not.toContain('Demo data')
})
