import type { ExchangeId } from '@finlist/domain/markets'
import type { Expression } from '@finlist/domain/screener/query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/button.tsx'
import Dialog from '../../../../ui/dialogs/dialog.tsx'
import { queryOf, readQuery } from '../conditions.ts'
import { QueryField } from '../query/QueryField.tsx'

type Props = { part: Expression; markets: ExchangeId[]; onDone: (part: Expression | null) => void; onClose: () => void }

/** Lazy-loaded. Edits a part of the query that only text can express. An empty text removes it. */
export default function PartDialog({ part, markets, onDone, onClose }: Props) {
  const t = useTranslation('screener')
  const [text, setText] = useState(() => queryOf([part]))
  const read = readQuery(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!read.error) onDone(read.expression ?? null)
  }
  return (
    <Dialog open onClose={onClose} title={t('dialog.edit')} closeLabel={t('close')}>
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-3">
        <QueryField
          label={t('dialog.part')}
          query={queryOf([part])}
          markets={markets}
          onRun={setText}
          onType={setText}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose} className="max-md:flex-1">
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={read.error !== undefined} className="max-md:flex-1">
            {t('dialog.submit.edit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
