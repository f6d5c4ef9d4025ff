import { useTranslation } from '../../../i18n/texts.ts'

const notes = ['free', 'renewal', 'change', 'paying'] as const

/** Answers to questions that people ask before paying. */
export function PlanNotes() {
  const t = useTranslation('billing')
  return (
    <dl className="mt-8 grid gap-x-8 gap-y-5 md:grid-cols-2 xl:grid-cols-4">
      {notes.map(note => (
        <div key={note} className="border-t border-line pt-3">
          <dt className="text-13 font-strong">{t(`subscribe.note.${note}`)}</dt>
          <dd className="mt-1 max-w-[44ch] text-13 text-faded">{t(`subscribe.note.${note}.text`)}</dd>
        </div>
      ))}
    </dl>
  )
}
