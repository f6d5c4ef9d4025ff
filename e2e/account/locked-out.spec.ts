import { expect } from '@playwright/test'
import { newAccount } from '../accounts.ts'
import { onOwnServer } from '../own-server.ts'
import { noViolations } from '../shell/accessibility.ts'
import { themes } from '../themes.ts'

const test = onOwnServer()
const password = 'correct horse battery staple'

test('a user who is locked out by a stranger’s sign-in attempts can sign in with the link in the e-mail', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await newAccount(page)
  const own = await browser.newContext({ ...(baseURL && { baseURL }) })
  const fresh = await own.newPage()
  await fresh.goto('/auth/login')
  const tries = async (typed: string) => {
    await fresh.getByLabel('E-mail address').fill(email)
    await fresh.getByLabel('Password', { exact: true }).fill(typed)
    await fresh.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  for (let n = 0; n < 10; n++) {
    await tries('not the password')
    await expect(fresh.getByText('Wrong e-mail address or password.')).toBeVisible()
  }
  await tries(password)
  await expect(fresh.getByRole('alert')).toContainText('If this address has an account, we have e-mailed it a link')
  await noViolations(fresh)

  await fresh.goto('/outbox')
  const link = fresh.getByText('/oidc/open?link=').first()
  await expect(link).toBeVisible()
  const address = /\S+\/oidc\/open\?link=\S+/.exec(await link.innerText())![0]
  for (const { language, theme } of themes) {
    await fresh.emulateMedia({ colorScheme: theme })
    await fresh.goto(`${address}&lang=${language}`)
    await noViolations(fresh)
  }
  await fresh.emulateMedia({ colorScheme: 'light' })
  await fresh.goto(`${address}&lang=en`)
  await fresh.getByRole('button', { name: 'Allow sign-in' }).click()
  await expect(fresh.getByRole('heading', { name: 'You can sign in now' })).toBeVisible()
  await noViolations(fresh)
  await fresh.goto('/auth/login')
  await tries(password)
  await expect(fresh).not.toHaveURL(/\/oidc\//)
  await own.close()
})
