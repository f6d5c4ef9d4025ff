import { type ComponentProps, useState } from 'react'
import { showAlert } from '../../components/notices/show-alert.ts'
import { EditRow } from './EditRow.tsx'
import type { OnFailed } from './on-failed.ts'

type Props = Pick<
  ComponentProps<typeof EditRow>,
  'label' | 'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'placeholder'
> & {
  /** The saved value as it is displayed. */
  saved: string
  /** Parses the draft. Returns the value to send, the reason why it is invalid, or that nothing has changed. */
  read: (draft: string) => { send: string } | { wrong: string } | 'unchanged'
  save: (value: string) => Promise<void>
  onFailed: OnFailed
}

/** A profile field with its own save button. Cancelling or a failure restores the old value. */
export function InlineEdit({ saved, read, save, onFailed, ...row }: Props) {
  const [draft, setDraft] = useState<string>()
  const [busy, setBusy] = useState(false)
  const close = () => setDraft(undefined)

  const confirm = async () => {
    const meant = read(draft ?? saved)
    if (meant === 'unchanged') return close()
    if ('wrong' in meant) return showAlert(meant.wrong)
    setBusy(true)
    try {
      await save(meant.send)
    } catch (error) {
      await onFailed(error)
    } finally {
      setBusy(false)
      close()
    }
  }
  return (
    <EditRow
      value={draft ?? saved}
      onChange={setDraft}
      isTyped={draft !== undefined && draft !== saved}
      state={busy ? 'busy' : draft === undefined ? 'rest' : 'edit'}
      onEdit={() => setDraft(saved)}
      onConfirm={() => void confirm()}
      onCancel={close}
      {...row}
    />
  )
}
