import { method, methodHash } from '@finlist/domain/picking/method'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { baseKinds } from './invented.ts'
import MethodScreen from './MethodScreen.tsx'

test.each(looks)('the method: every base drawn, every constant printed, its hash, in $language', async look => {
  await show(<MethodScreen />, { ...look, texts: ['method'] })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(page.getByRole('img').elements()).toHaveLength(baseKinds.length)
  await expect.element(page.getByText(methodHash, { exact: true })).toBeInTheDocument()
  const text = document.body.textContent
  expect(text).not.toMatch(/\{\{|\bundefined\b|NaN/)
  expect(JSON.parse(document.querySelector('pre')!.textContent)).toEqual(method)
  await noViolations()
})

test('nothing is cut off on a phone', async () => {
  await show(<MethodScreen />, { screen: 'narrow', texts: ['method'] })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(sticksOut()).toEqual([])
})
