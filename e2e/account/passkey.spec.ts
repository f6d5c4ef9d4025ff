import { type CDPSession, expect, type Page } from '@playwright/test'
import { signOut } from '../accounts.ts'
import { newBuyer } from '../buyer.ts'
import { onOwnServer } from '../own-server.ts'
import { noViolations } from '../shell/accessibility.ts'
import { themes } from '../themes.ts'

// Browsers create passkeys only for host names, not for IP addresses.
const test = onOwnServer({}, 'localhost')
const password = 'correct horse battery staple'

/** Gives this browser a virtual authenticator. The test can choose whether it verifies its user. */
async function device(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    knowsOwner: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    kept: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /**
     * Sets the signature counter to `signCount`. A lower count makes the passkey look like an earlier copy of itself.
     */
    async countsFrom(signCount: number) {
      const [credential] = await this.kept()
      await session.send('WebAuthn.clearCredentials', { authenticatorId })
      await session.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential!, signCount } })
    },
  }
}

async function openPasskeys(page: Page) {
  await page.goto('/oidc/account/passkeys')
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
}

async function addPasskey(page: Page, name: string) {
  await page.getByLabel('Name', { exact: true }).last().fill(name)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
}

test('a passkey can be added, used to sign in, renamed and removed; a copy of a passkey is refused', async ({
  page,
}) => {
  const phone = await device(page)
  const email = await newBuyer(page, '/oidc/account')
  await expect(page.getByText('None yet').last()).toBeVisible()
  await openPasskeys(page)
  await addPasskey(page, 'Desk computer')
  await expect(page.getByText('Your passkey is added.')).toBeVisible()
  await expect(page.getByText('Desk computer')).toBeVisible()
  expect(await phone.kept()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])

  await page.goto('/dashboard')
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
  await page.goto('/oidc/account')
  await expect(page.getByText(email)).toBeVisible()

  await openPasskeys(page)
  await page.getByLabel('Name', { exact: true }).first().fill('Old computer')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await expect(page.getByLabel('Name', { exact: true }).first()).toHaveValue('Old computer')

  await page.goto('/dashboard')
  await signOut(page)
  await phone.countsFrom(0)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('The passkey was not accepted.')).toBeVisible()
  await phone.countsFrom(50)
  await page.getByRole('button', { name: 'Use the passkey' }).click()
  await page.getByRole('button', { name: 'Account menu' }).waitFor()

  await openPasskeys(page)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The passkey is removed.')).toBeVisible()
  await page.goto('/dashboard')
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('The passkey was not accepted.')).toBeVisible()
})

test('when the device cannot verify its user, adding a passkey fails with a message and can be retried', async ({
  page,
}) => {
  const phone = await device(page)
  await newBuyer(page, '/oidc/account')
  await openPasskeys(page)
  await phone.knowsOwner(false)
  await addPasskey(page, 'Desk computer')
  await expect(page.getByText('That did not work')).toBeVisible()
  await phone.knowsOwner(true)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Your passkey is added.')).toBeVisible()
})

test('a call that needs a recent sign-in asks for the passkey on the same page, and the form keeps its input', async ({
  page,
}) => {
  await device(page)
  await newBuyer(page, '/oidc/account')
  await openPasskeys(page)
  await addPasskey(page, 'Desk computer')
  await page.getByText('Your passkey is added.').waitFor()
  await page.goto('/dashboard?tab=preferences')
  const errors = [{ message: 'Please sign in again.', code: 'fresh_sign_in' }]
  const stale = { status: 401, json: { status: 'Error', errors } }
  await page.getByRole('button', { name: 'Edit Phone' }).click()
  await page.getByRole('textbox', { name: 'Phone' }).fill('+852 6123 4567')
  await page.route('**/api/users/user', route => route.fulfill(stale), { times: 1 })
  await page.getByRole('button', { name: 'Confirm Phone' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm it is you' })
  const proved = page.waitForResponse('**/api/users/user/step-up/passkey')
  await dialog.getByRole('button', { name: 'Use passkey' }).click()
  expect((await proved).status()).toBe(200)
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue(/6123 ?4567/)
})

test('accessibility: the passkey pages have no violations on desktop and phone', async ({ page }) => {
  const phone = await device(page)
  const inEveryLook = async (reload: boolean) => {
    const here = page.url().split('?')[0]!
    for (const { language, theme } of themes) {
      await page.emulateMedia({ colorScheme: theme })
      if (reload) await page.goto(`${here}?lang=${language}`)
      for (const size of [
        { width: 390, height: 844 },
        { width: 1440, height: 900 },
      ]) {
        await page.setViewportSize(size)
        await noViolations(page)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        expect(wide).toBe(false)
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    if (reload) await page.goto(`${here}?lang=en`)
  }
  await newBuyer(page, '/oidc/account')
  await openPasskeys(page)
  await inEveryLook(true)
  await phone.knowsOwner(false)
  await addPasskey(page, 'Desk computer')
  await page.getByText('That did not work').waitFor()
  await inEveryLook(false)
  await phone.knowsOwner(true)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Your passkey is added.').waitFor()
  await inEveryLook(true)
  await openPasskeys(page)
  await inEveryLook(true)
  await page.goto('/dashboard')
  await signOut(page)
  await inEveryLook(true)
  await phone.knowsOwner(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('That did not work').waitFor()
  await inEveryLook(false)
})

const forEverybody = onOwnServer({ SECOND_FACTOR: 'everybody' }, 'localhost')

forEverybody(
  'accepts a passkey as the mandatory second factor instead of an app, and signs in with it',
  async ({ page }) => {
    await device(page)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'free@demo.example' }).click()
    await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
    await noViolations(page)
    await page.getByRole('link', { name: 'Use a passkey instead' }).click()
    await page.getByRole('button', { name: 'Account menu' }).waitFor()
    await signOut(page)
    await page.getByRole('button', { name: 'free@demo.example' }).click()
    await page.getByRole('button', { name: 'Account menu' }).waitFor()
    await page.goto('/oidc/account')
    await expect(page.getByText('My first passkey')).toBeVisible()
  },
)
