import '../../i18n/seldom-texts.ts'
import { lazy, Suspense, useState } from 'react'
import type { Dialogs } from './places.ts'
import { SearchBox } from './SearchBox.tsx'

const SetAlert = lazy(() => import('../../components/alerts/set-alert.tsx'))
const KeysDialog = lazy(() => import('../keys/KeysDialog.tsx'))

/** Lazy-loaded. The search, or the dialog that an action chosen there opens in its place. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const [opened, setOpened] = useState<Dialogs>()
  if (opened === undefined) return <SearchBox onClose={onClose} onOpens={setOpened} />
  return (
    <Suspense fallback={null}>
      {opened === 'keys' ? <KeysDialog onClose={onClose} /> : <SetAlert start={opened} onClose={onClose} />}
    </Suspense>
  )
}
