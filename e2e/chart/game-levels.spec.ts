import { expect, test } from '@playwright/test'
import { alert, signIn } from '../accounts.ts'
import { noViolations } from '../shell/accessibility.ts'

test('staff upload a playlist of the game; one invalid line makes the server reject the whole file (UPL-11, 13, 15, 27, 28)', async ({
  page,
}) => {
  await signIn(page, 'staff', '/admin/upload?form=game-levels')
  await expect(page.getByRole('heading', { name: 'Trading-game playlist' })).toBeVisible()
  await noViolations(page)
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  const field = page.getByLabel('Playlist file')
  await expect(field).toHaveAttribute('accept', /^\.csv/)
  await upload.click()
  await expect(page.getByText('Please choose a file')).toBeVisible()

  // A level without prices is never offered to a player.
  const [level, code] = [100_000 + Math.floor(Math.random() * 900_000), `X${crypto.randomUUID().slice(0, 6)}`]
  const good = `3,${level},${code},2024-05-02,2024-08-30,1.5`
  const file = (...lines: string[]) => ({
    name: 'levels.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['playlistId,levelId,stockCode,startTime,endTime,multiplier', ...lines].join('\n')),
  })
  await field.setInputFiles(file(good, `7,1,${code},2024-05-02,2024-08-30,1`))
  await upload.click()
  expect(await alert(page)).toBe('Error: line 3: playlistId must be 1, 2 or 3, not 7')
  await field.setInputFiles(file(good))
  await upload.click()
  expect(await alert(page)).toBe('Success! 1 record inserted')
  await expect(page.getByText('levels that are not offered until their prices are loaded: 1').first()).toBeVisible()
})
