import { languages } from '@finlist/i18n/languages'
import { expect, test } from '@playwright/test'
import { noViolations } from '../shell/accessibility.ts'
import { sticksOut } from '../sticks-out.ts'
import { inEachTheme } from '../themes.ts'

inEachTheme(({ language }) => {
  test('accessibility: the front page needs a single request besides its pictures, and follows the system’s theme and language', async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.goto('/welcome')
    await expect(page.locator('html')).toHaveAttribute('lang', languages[language].tag)
    const brightness = await page.evaluate(() => {
      const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)!.map(Number)
      return (red! + green! + blue!) / 3
    })
    const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    expect(isDark ? brightness < 40 : brightness > 240).toBe(true)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(await sticksOut(page)).toEqual([])
      await noViolations(page)
    }
    expect(asked.filter(address => !/^data:|\.webp$/.test(address)).length).toBe(1)
  })
})
