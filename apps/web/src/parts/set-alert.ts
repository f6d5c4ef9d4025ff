import { lazy } from 'react'
import { fetchTexts } from '../i18n/texts.ts'

/** The dialog that sets or changes an alert. Its code and texts come when it is first asked for. */
export const SetAlert = lazy(async () => {
  const code = await import('./set-alert-dialog.tsx')
  await Promise.all([fetchTexts('alerts'), fetchTexts('watchlist')])
  return code
})
