import { useCallback, useMemo, useRef, useState } from 'react'
import {
  type FieldValue,
  type FieldValues,
  type FormField,
  formErrors,
  initialValues,
} from '#shared/config-form/form-fields.ts'

export interface ConfigFormState {
  fields: readonly FormField[]
  values: FieldValues
  /** visible errors: of fields that were changed and left, or of all after a failed submit */
  errors: Readonly<Record<string, string>>
  dirty: boolean
  setValue(name: string, value: FieldValue): void
  /** a value that comes later, such as the content of a chosen file: a submit waits for it */
  awaitValue(coming: Promise<void>): void
  /** calls back with the values, at once or as soon as the last of them has come */
  whenComplete(use: (values: FieldValues) => void): void
  touch(name: string): void
  /** shows the server's refusal of a field until its value changes */
  refuse(name: string, message: string): void
  /** shows every error; true if there are none */
  validate(): boolean
  /** id of a field's input, for labels and for scrolling to it */
  inputId(name: string): string
}

let forms = 0

/** State of a generic form. `fields` set the initial values: change the form's `key` to restart with others. */
export function useConfigForm(fields: readonly FormField[]): ConfigFormState {
  const [formId] = useState(() => `config-form-${++forms}`)
  const start = useMemo(() => initialValues(fields), [fields])
  const [changed, setChanged] = useState<FieldValues>({})
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const values = useMemo(() => ({ ...start, ...changed }), [start, changed])
  const latest = useRef(values)
  latest.current = values

  const coming = useRef(new Set<Promise<void>>())
  const isAwaited = useRef(false)

  const [refused, setRefused] = useState<Readonly<Record<string, { value: FieldValue; message: string }>>>({})
  const all = useMemo(() => formErrors(fields, values), [fields, values])
  const ofServer = Object.entries(refused)
    .filter(([name, { value }]) => (values[name] ?? null) === value)
    .map(([name, { message }]) => [name, message] as const)
  const own = Object.entries(all).filter(([name]) => touched.has(name))
  const errors = Object.fromEntries([...ofServer, ...own])

  return {
    fields,
    values,
    errors,
    dirty: fields.some(({ name }) => (values[name] ?? '') !== (start[name] ?? '')),
    setValue: (name, value) => {
      latest.current = { ...latest.current, [name]: value }
      setChanged((before) => ({ ...before, [name]: value }))
    },
    awaitValue: (value) => {
      coming.current.add(value)
      void value.finally(() => coming.current.delete(value))
    },
    whenComplete: (use) => {
      if (isAwaited.current) return
      if (coming.current.size === 0) {
        use(latest.current)
        return
      }
      isAwaited.current = true
      void Promise.all(coming.current).then(() => {
        isAwaited.current = false
        use(latest.current)
      })
    },
    touch: (name) => {
      // a field that was only passed shows no error: the message would move what the user is clicking
      if (!Object.hasOwn(changed, name)) return
      setTouched((before) => (before.has(name) ? before : new Set([...before, name])))
    },
    refuse: useCallback(
      (name: string, message: string) =>
        setRefused((before) => ({ ...before, [name]: { value: latest.current[name] ?? null, message } })),
      [],
    ),
    validate: () => {
      setTouched(new Set(fields.map((field) => field.name)))
      return Object.keys(formErrors(fields, latest.current)).length === 0
    },
    inputId: useCallback((name: string) => `${formId}-${name}`, [formId]),
  }
}

/** Scrolls to the first field with an error and focuses it (docs/reference/screens-administration.md#generic-form). */
export function scrollToFirstError(form: ConfigFormState): void {
  const first = Object.keys(formErrors(form.fields, form.values))[0]
  if (first === undefined) return
  const input = document.getElementById(form.inputId(first))
  input?.scrollIntoView({ block: 'center' })
  input?.focus({ preventScroll: true })
}
