import { user } from '@finlist/contract/account/account'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { person } from '../../../test/billing.ts'
import { show } from '../../../test/show.tsx'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { leaving } from '../../components/leaving.ts'
import RegistrationScreen from './RegistrationScreen.tsx'

test('a filled-in registration form asks before a reload or a sign-out discards its input; an untouched form closes immediately', async () => {
  queryClient.setQueryData(callQuery(user).queryKey, { ...person, completeRegistration: false })
  await show(<RegistrationScreen />, { texts: ['account'], path: '/complete-registration' })
  const isAskedOnReload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  let times = 0
  const signOut = () => leaving(() => times++)
  await expect.element(page.getByLabelText('Name')).toHaveValue(person.name)
  expect(isAskedOnReload()).toBe(false)
  signOut()
  expect(times).toBe(1)
  await page.getByLabelText('Name').fill('Somebody Else')
  expect(isAskedOnReload()).toBe(true)
  signOut()
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Somebody Else')
  signOut()
  await question.getByRole('button', { name: 'Leave' }).click()
  expect(times).toBe(2)
})
