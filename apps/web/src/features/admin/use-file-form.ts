import type { CallErrorEntry } from '@finlist/contract/envelope'
import type { Imported } from '@finlist/contract/staff/admin'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type Key, useTranslation } from '../../i18n/texts.ts'
import { type Sending, useUpload } from './use-upload.ts'

type Wrong = Record<string, string | undefined>
type Spec<Value extends string, File_ extends string> = {
  /** The form's initial values. */
  empty: Record<Value, string>
  files: readonly File_[]
  /** The values that a successful upload clears; all others remain for the next upload. */
  spent?: readonly NoInfer<Value>[]
  /** Returns the validation errors. Missing files are checked elsewhere. */
  check: (values: Record<Value, string>) => Partial<Record<Value, Key<'admin'> | false>>
  send: (values: Record<Value, string>, files: Record<File_, File>, sending: Sending) => Promise<Imported>
}

/** State of an upload form: values, files, errors and the upload. The id of each field is its name. */
export function useFileForm<Value extends string, File_ extends string>(spec: Spec<Value, File_>) {
  const t = useTranslation('admin')
  const [values, setValues] = useState(spec.empty)
  const [files, setFiles] = useState<Partial<Record<File_, File>>>({})
  const [wrong, setWrong] = useState<Wrong>({})
  const [isTyped, setTyped] = useState(false)
  const names: string[] = [...Object.keys(spec.empty), ...spec.files]

  const show = (found: Wrong) => {
    // The invalid field may be inside a collapsed part, which must be expanded first.
    flushSync(() => setWrong(found))
    const first = names.find(name => found[name])
    if (first) document.getElementById(first)?.focus()
    return first !== undefined
  }
  const upload = useUpload({
    send: sending => spec.send(values, files as Record<File_, File>, sending),
    onLoaded: () => {
      setTyped(false)
      setFiles({})
      setValues(now => ({ ...now, ...Object.fromEntries((spec.spent ?? []).map(name => [name, spec.empty[name]])) }))
    },
    onRefused: errors => {
      const atField = ({ field, code }: CallErrorEntry) => code !== 'bad_line' && names.includes(field ?? '')
      setWrong(Object.fromEntries(errors.filter(atField).map(({ field, message }) => [field, message])))
      return errors.filter(error => !atField(error))
    },
  })

  const submit = async (dryRun: boolean) => {
    const found: Wrong = {}
    for (const [name, key] of Object.entries<Key<'admin'> | false | undefined>(spec.check(values)))
      if (key) found[name] = t(key)
    for (const name of spec.files) {
      const file = files[name]
      if (!file) found[name] = wrong[name] ?? t('missing.file')
      else if (!(await isReadable(file))) found[name] = t('file-changed')
    }
    if (!show(found)) upload.start(dryRun)
  }
  return {
    upload,
    /** Whether anything has been typed since the last upload. */
    isTyped,
    submit,
    values,
    wrong,
    /** The props of a text field. */
    field: (name: Value) => ({
      id: name,
      name,
      value: values[name],
      wrong: wrong[name],
      onChange: ({ target }: { target: { value: string } }) => {
        setTyped(true)
        setValues(now => ({ ...now, [name]: target.value }))
        setWrong(now => ({ ...now, [name]: undefined }))
      },
    }),
    /** The props of a file field. */
    file: (name: File_) => ({
      id: name,
      file: files[name],
      wrong: wrong[name],
      onChange: (file: File | undefined, refused?: string) => {
        setTyped(true)
        setFiles(now => ({ ...now, [name]: file }))
        setWrong(now => ({ ...now, [name]: refused }))
      },
    }),
  }
}

/** Whether the file can still be read. A file modified after it was chosen cannot, so sending it would only fail. */
const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
