import { languageIds } from '@finlist/i18n/languages'
import { expect, test } from '@playwright/test'

const widths = [1440, 390]
const overlays = ['dialog', 'confirm', 'alert', 'panel', 'menu']

for (const theme of ['light', 'dark'])
  for (const language of languageIds)
    for (const width of widths)
      test(`picture of all parts: ${theme} ${language} ${width}`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`/parts?theme=${theme}&language=${language}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.evaluate(() => document.fonts.ready)
        const name = `${theme}-${language}-${width}`
        await expect.soft(page).toHaveScreenshot(`${name}.png`, { fullPage: true })
        for (const [at, overlay] of overlays.entries()) {
          const opener = page.locator('main section').nth(1).getByRole('button').nth(at)
          await opener.click()
          await expect.soft(page).toHaveScreenshot(`${name}-${overlay}.png`)
          await page.keyboard.press('Escape')
        }
      })
