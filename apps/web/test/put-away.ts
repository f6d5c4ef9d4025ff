import { afterEach } from 'vitest'
import { putAway } from './show.tsx'

declare module 'vitest' {
  interface TaskMeta {
    page?: string[]
  }
}

afterEach(async ({ task }) => {
  // Reports what a failed test left on the page.
  if (task.result?.state === 'fail') {
    const focused = document.activeElement?.cloneNode() as Element | null
    task.meta.page = [`focus: ${focused?.outerHTML}`, ...document.body.innerText.split(/\n+/)]
  }
  await putAway()
})
