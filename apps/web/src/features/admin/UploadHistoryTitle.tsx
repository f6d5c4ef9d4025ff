import type { UploadRecord } from '@finlist/contract/staff/admin'
import { useStaffWords } from '../../components/staff-words.ts'

/** The data that was loaded, and the warnings of that upload. */
export function UploadHistoryTitle({ record }: { record: UploadRecord }) {
  const { title, of } = useStaffWords().upload(record)
  return (
    <>
      <p className={record.rolledBackAt ? 'text-faded line-through' : ''}>
        <span className="font-strong">{title}</span> <span className="whitespace-nowrap">{of}</span>
      </p>
      {record.notes.length > 0 && (
        <ul className="mt-0.5 text-12 text-faded">
          {record.notes.map(note => (
            <li key={note} className="[overflow-wrap:anywhere]">
              {note}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
