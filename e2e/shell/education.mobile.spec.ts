import { expect, test } from '@playwright/test'
import { kept, signIn } from '../accounts.ts'
import { sticksOut } from '../sticks-out.ts'
import { noViolations } from './accessibility.ts'

test.use({ locale: 'zh-HK', colorScheme: 'dark' })

test('on a phone in Chinese and the dark theme, videos have Chinese names, a video fits the screen and the bases are explained in Chinese (EDU-07, 08, 13)', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/education?tab=videos')
  const lesson = page.getByRole('tabpanel').getByRole('button', { name: /帶柄杯形：逐支解讀/ })
  await expect(lesson).toContainText('1 分鐘')
  await expect(page.getByText(/^影片總數：\d+$/)).toBeVisible()
  await noViolations(page)
  await lesson.click()
  const film = page.getByRole('dialog', { name: '帶柄杯形：逐支解讀' }).locator('video')
  await expect.poll(() => film.evaluate((it: HTMLVideoElement) => it.duration)).toBeGreaterThan(0)
  await expect.poll(() => film.evaluate((it: HTMLVideoElement) => it.textTracks[1]?.mode)).toBe('showing')
  const box = (await film.boundingBox())!
  expect(box.width).toBeLessThanOrEqual(390)
  expect(Math.abs(box.width / box.height - 16 / 9)).toBeLessThan(0.05)
  await film.evaluate(async (it: HTMLVideoElement) => {
    it.muted = true
    it.currentTime = it.duration - 0.2
    await it.play()
  })
  await expect
    .poll(async () => ((await kept(page, 'videosWatched')) as Record<string, number>)['demo-cup-with-handle'])
    .toBe(-1)
  await page.getByRole('button', { name: '關閉' }).click()
  await expect(lesson).toContainText('已觀看')

  await page.getByRole('tab', { name: '圖表形態' }).click()
  await expect(page.getByRole('img', { name: /^示意圖：/ })).toHaveCount(4)
  expect(await sticksOut(page)).toEqual([])
  await noViolations(page)
})
