import { Button, Collapse, Stack } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import {
  type FieldValues,
  type FormField,
  formFields,
  isShown,
  toOptions,
} from '#shared/config-form/form-fields.ts'
import { withHttpProxy } from '#shared/config-form/http-proxy.ts'
import { flatOptions, groupedOptions } from '#shared/config-form/option-groups.ts'
import { withSshTunnel } from '#shared/config-form/ssh-tunnel.ts'
import { t } from '#shared/messages/translate.ts'
import { ConfigInput } from './config-input.tsx'
import type { ConfigType, NamedOptions } from './config-type.ts'
import { ConnectionField } from './connection-field.tsx'
import type { FieldFault } from './field-fault.ts'
import classes from './named-form.module.css'
import { type ConfigFormState, scrollToFirstError, useConfigForm } from './use-config-form.ts'

export interface NamedFormValues extends NamedOptions {
  /** of the fields in `more` */
  more: FieldValues
}

/** Fields besides name and options; shown under the toggle. */
export interface MoreFields {
  fields: readonly FormField[]
  show: (form: ConfigFormState, disabled: boolean) => ReactNode
}

export interface NamedFormProps {
  /** id of the form element, for submit buttons outside it */
  id: string
  type: ConfigType
  /** null: a new object */
  stored: NamedOptions | null
  disabled: boolean
  autoFocus?: boolean
  /** beside the name */
  help: ReactNode
  more?: MoreFields | undefined
  /** the refusal of the last submit */
  fault: FieldFault | null
  onDirty: (dirty: boolean) => void
  onSubmit: (values: NamedFormValues) => Promise<void>
}

const nameField = 'name.name'

/** Name, options and additional fields of a type. */
export function NamedForm(props: NamedFormProps) {
  const { id, type, stored, disabled, autoFocus = false, help, more, fault, onDirty, onSubmit } = props
  const parts = useMemo(() => fieldsOf(type, stored, more?.fields ?? []), [type, stored, more])
  const all = useMemo(() => [parts.name, ...parts.options, ...parts.more], [parts])
  const form = useConfigForm(all)
  const { dirty, inputId, refuse } = form

  useEffect(() => onDirty(dirty), [dirty, onDirty])
  useEffect(() => {
    if (autoFocus) document.getElementById(inputId(nameField))?.focus()
  }, [autoFocus, inputId])
  useEffect(() => {
    if (fault === null || disabled) return
    const name = fault.field === 'name' ? nameField : fault.field.replace(/^options\./, 'option.')
    refuse(name, fault.message)
    // after the toggle that may hide the field has opened
    requestAnimationFrame(() => document.getElementById(inputId(name))?.focus())
  }, [fault, disabled, refuse, inputId])

  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    form.whenComplete((values) => {
      if (!form.validate()) {
        scrollToFirstError(form)
        return
      }
      void onSubmit({
        name: String(values[nameField] ?? '').trim(),
        options: groupedOptions(toOptions(parts.options.map(withoutPrefix), valuesOf(parts.options, values))),
        more: valuesOf(parts.more, values),
      })
    })
  }

  return (
    <form id={id} onSubmit={submit} noValidate>
      <div className={classes.name}>
        {/* first, so that Tab leads from the name to the next field */}
        <div className={classes.help}>{help}</div>
        <ConfigInput field={parts.name} form={form} disabled={disabled} />
      </div>
      {stored === null && (
        <ConnectionField
          type={type.type}
          disabled={disabled}
          fill={(options) => fillIn(parts.options, form, options)}
        />
      )}
      <ConfigFields
        form={{ ...form, fields: parts.options }}
        disabled={disabled}
        additionalOpen={parts.more.some((field) => field.initial !== '')}
        additional={more === undefined ? undefined : more.show({ ...form, fields: parts.more }, disabled)}
      />
    </form>
  )
}

/** Name, options and additional fields share one form; prefixes separate an option called `name` from the name. */
function fieldsOf(type: ConfigType, stored: NamedOptions | null, more: readonly FormField[]) {
  const prefixed = (prefix: string, fields: readonly FormField[]) =>
    fields.map((field) => ({
      ...field,
      name: `${prefix}.${field.name}`,
      onlyWith:
        field.onlyWith &&
        Object.fromEntries(
          Object.entries(field.onlyWith).map(([name, values]) => [`${prefix}.${name}`, values]),
        ),
    }))
  const schema = schemaOf(type)
  const fields = formFields(schema, stored && flatOptions(schema, stored.options))
  const name: FormField = {
    name: nameField,
    label: t('Name'),
    type: 'text',
    required: true,
    extra: false,
    secret: false,
    initial: stored?.name ?? '',
    placeholder: t('My {name}', { name: type.name }),
    options: [],
  }
  return {
    name,
    options: prefixed(
      'option',
      fields.map((field) => withPreset(field, type.preset?.options)),
    ),
    more: prefixed('more', more),
  }
}

function withPreset(field: FormField, options: FieldValues = {}): FormField {
  const value = options[field.name]
  return value === undefined ? field : { ...field, initial: value }
}

/** All options of the type's form. */
export function schemaOf(type: ConfigType): ConfigurationSchema {
  const schema = type.configuration_schema
  const reached = type.supports_ssh_tunnel ? withSshTunnel(schema) : schema
  return type.supports_http_proxy ? withHttpProxy(reached) : reached
}

/** Enters options, and returns the labels of their fields. */
function fillIn(
  fields: readonly FormField[],
  form: ConfigFormState,
  options: Readonly<Record<string, string | number>>,
): string[] {
  const filled = fields.filter((field) => Object.hasOwn(options, withoutPrefix(field).name))
  for (const field of filled) form.setValue(field.name, options[withoutPrefix(field).name] ?? '')
  return filled.map((field) => field.label)
}

function withoutPrefix(field: FormField): FormField {
  return { ...field, name: field.name.slice(field.name.indexOf('.') + 1) }
}

function valuesOf(fields: readonly FormField[], values: FieldValues): FieldValues {
  return Object.fromEntries(fields.map((field) => [withoutPrefix(field).name, values[field.name] ?? null]))
}

interface ConfigFieldsProps {
  form: ConfigFormState
  disabled?: boolean
  /** more settings under the toggle */
  additional?: ReactNode
  /** opens the toggle initially, for example if a setting in `additional` has a value */
  additionalOpen?: boolean
}

/** The fields of a generic form, with `extra_options` under an Additional Settings toggle. */
function ConfigFields({ form, disabled = false, additional, additionalOpen = false }: ConfigFieldsProps) {
  // a refused field is shown whatever the others say
  const shown = form.fields.filter(
    (field) => isShown(field, form.values) || form.errors[field.name] !== undefined,
  )
  const main = shown.filter((field) => !field.extra)
  const extra = shown.filter((field) => field.extra)
  const [isToggled, setIsToggled] = useState(additionalOpen)
  const failing = extra.some((field) => form.errors[field.name] !== undefined)
  const open = isToggled || failing
  const regionId = useId()
  const inputs = (fields: readonly FormField[]) =>
    fields.map((field) => <ConfigInput key={field.name} field={field} form={form} disabled={disabled} />)

  return (
    <Stack gap="md">
      {inputs(main)}
      {(extra.length > 0 || additional !== undefined) && (
        <div>
          <Button
            variant="subtle"
            color="gray"
            px="xs"
            ms={-8}
            aria-expanded={open}
            aria-controls={regionId}
            leftSection={open ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
            onClick={() => setIsToggled(!open)}
          >
            {t('Additional Settings')}
          </Button>
          <Collapse expanded={open} id={regionId} transitionDuration={150}>
            <Stack gap="md" pt="sm">
              {inputs(extra)}
              {additional}
            </Stack>
          </Collapse>
        </div>
      )}
    </Stack>
  )
}
