import { expect, test } from 'vitest'
import { checkFolders } from './check-folders.ts'

test('a folder may have at most 40 files, not counting those in its subfolders', () => {
  const files = Array.from({ length: 40 }, (_, at) => `apps/web/src/ui/part-${at}.tsx`)
  expect(checkFolders([...files, 'apps/web/src/ui/fields/switch.tsx'])).toEqual([])
  expect(checkFolders([...files, 'apps/web/src/ui/one-more.tsx'])).toEqual([
    'apps/web/src/ui has 41 files: at most 40 in one folder',
  ])
})
