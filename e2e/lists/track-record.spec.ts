import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { signIn } from '../accounts.ts'
import { noViolations } from '../shell/accessibility.ts'

const said = /[Rr]econstructed on \d+ \w+ 20\d\d, not published at the time/

const isMade = { timeout: 300_000, intervals: [2_000] }

test('staff start the reconstruction of the weeks before a market’s first list; the track record shows these weeks separately and labels them everywhere', async ({
  page,
}) => {
  test.setTimeout(360_000)
  await signIn(page, 'staff', '/admin/picking?market=TW')
  const part = page.getByRole('region', { name: 'Weeks before the first list' })
  await part.getByLabel('How far back').selectOption('1 year')
  await part.getByRole('button', { name: 'Reconstruct', exact: true }).click()
  await expect(part.locator('output')).toContainText(/^\d+ of 5[23] weeks reconstructed/)
  await noViolations(page)
  await expect(part).toContainText(/Reconstructed on .*: 5\d weeks from/, isMade)
  await part.getByRole('button', { name: 'Reconstruct again' }).click()
  const question = page.getByRole('alertdialog', { name: 'Replace the reconstruction?' })
  await expect(question).toContainText('made 2 times')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await part.getByRole('link', { name: 'See it on the track record' }).click()
  const past = page.getByRole('region', { name: 'Before the first list' })
  await expect(past).toContainText(said)
  await expect(page.getByRole('table')).toHaveCount(2)
  await past.getByText('Figures and picks of the reconstruction').click()
  await expect(past.getByRole('table')).toHaveCount(2)
  for (const head of await past.getByRole('heading', { level: 2 }).allInnerTexts())
    if (head !== 'Before the first list') expect(head).toMatch(said)
  await noViolations(page)

  const live = await csv(0)
  const apart = await csv(1)
  expect(apart.name).toMatch(said)
  expect(apart.lines.length).toBeGreaterThan(50)
  for (const line of apart.lines) expect(line).toMatch(said)
  expect(live.lines.length).toBeGreaterThan(50)
  for (const line of live.lines) expect(line).not.toMatch(/reconstruct/i)
  const days = (lines: string[]) => lines.map(line => line.slice(0, 10)).toSorted()
  expect(days(apart.lines).at(-1)! < days(live.lines)[0]!).toBe(true)

  async function csv(at: number) {
    const [download] = await Promise.all([
      page.waitForEvent('download', found =>
        found.suggestedFilename().includes(at === 0 ? 'track record' : 'econstructed'),
      ),
      page.getByRole('button', { name: 'CSV of all years' }).nth(at).click(),
    ])
    const [, ...lines] = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n')
    return { name: download.suggestedFilename(), lines }
  }
})
