import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../test/show.tsx'
import { reload } from '../api/storage.ts'
import { useTranslation } from '../i18n/texts.ts'
import { followLanguage } from './follow-language.ts'

const Retry = () => <p>{useTranslation()('error.retry')}</p>

test('a tab switches to the language chosen in another tab', async () => {
  await show(<Retry />)
  await expect.element(page.getByText('Try again')).toBeVisible()
  localStorage.setItem('language', 'zh')
  reload()
  followLanguage()
  await expect.element(page.getByText('再試一次')).toBeVisible()
  expect(document.documentElement.lang).toBe('zh-Hant-HK')
})
