import { expect, test } from '@playwright/test'
import { alert, listen, signIn } from '../accounts.ts'

test('the forms for the free seminar and the live club report missing fields and show the current values (UPL-03, 04, 13, 17, 18)', async ({
  page,
}) => {
  await signIn(page, 'staff', '/admin/upload?form=seminar')
  const calls = listen(page)
  const posted = () => calls.filter(({ call }) => /^POST \/admin\/data\/config\/?$/.test(call)).map(({ body }) => body)
  const date = page.getByRole('textbox', { name: 'Seminar date' })
  const save = page.getByRole('button', { name: 'Save', exact: true })

  await save.click()
  await expect(page.getByText('Please choose the seminar date')).toBeVisible()
  await expect(date).toBeFocused()
  await date.fill('2027-03-06')
  await save.click()
  expect(await alert(page)).toBe('Success! Now set to 2027-03-06')
  await expect(page.getByText('Now: 2027-03-06', { exact: true })).toBeVisible()
  await date.fill('2027-03-13')
  await page.locator('#seminarTime').fill('19:30')
  await save.click()
  expect(await alert(page)).toBe('Success! Now set to 2027-03-13 19:30')
  const answer = await page.request.get('/api/website/landing/free-seminar')
  expect(await answer.json()).toEqual({ status: 'success', data: { seminarDate: '2027-03-13 19:30' } })

  await page.getByRole('link', { name: 'Live-club link' }).click()
  const now = page.getByText(/^Now: /)
  await expect(now).toBeVisible()
  await save.click()
  await expect(page.getByText('Please enter a web address that begins with https://')).toBeVisible()
  const link = page.getByRole('textbox', { name: 'Link', exact: true })
  await link.fill('https://')
  await save.click()
  await expect(page.getByText('Please enter a web address that begins with https://')).toBeVisible()
  expect(posted()).toHaveLength(2)
  // Saves the current value again instead of a new one, because other tests follow the link.
  const said = (await now.innerText()).replace('Now: ', '')
  await link.fill(`  ${said} `)
  await save.click()
  expect(await alert(page)).toBe(`Success! Now set to ${said}`)
  expect(posted()).toEqual([
    { configKey: 'SEMINAR_DATE', configValue: '2027-03-06' },
    { configKey: 'SEMINAR_DATE', configValue: '2027-03-13 19:30' },
    { configKey: 'SUNDAY_CLUB_LINK', configValue: said },
  ])

  await page.route('**/api/admin/data/config*', route =>
    route.fulfill({
      status: 400,
      json: { status: 'Error', errors: [{ message: 'Not today', field: 'configValue' }] },
    }),
  )
  await link.fill('https://live.example')
  await save.click()
  expect(await alert(page)).toBe('Error: Not today')
})
