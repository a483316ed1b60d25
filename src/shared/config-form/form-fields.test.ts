import { describe, expect, it } from 'vitest'
import { type ConfigurationSchema, secretPlaceholder } from './configuration-schema.ts'
import {
  derivedTitle,
  type FormField,
  fieldError,
  formErrors,
  formFields,
  initialValues,
  isKeptSecret,
  toOptions,
} from './form-fields.ts'

const schema: ConfigurationSchema = {
  type: 'object',
  properties: {
    password: { type: 'string' },
    user: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'number', default: 5432 },
    dbname: { type: 'string', title: 'Database Name' },
    api_token: { type: 'string' },
    use_ssl: { type: 'boolean', title: 'Use SSL', default: true },
    sslmode: {
      type: 'string',
      title: 'SSL Mode',
      default: 'prefer',
      extendedEnum: [
        { value: 'disable', name: 'Disable' },
        { value: 'prefer', name: 'Prefer' },
      ],
    },
    plain: { type: 'string', enum: ['a', 'b'], default: 'no such option' },
    sslcertFile: { type: 'string', title: 'SSL Client Certificate' },
  },
  order: ['host', 'port', 'user', 'password'],
  required: ['dbname'],
  secret: ['password', 'api_token', 'sslcertFile'],
  extra_options: ['sslmode', 'sslcertFile'],
}

function fieldOf(fields: readonly FormField[], name: string): FormField {
  const found = fields.find((field) => field.name === name)
  if (found === undefined) throw new Error(`no field ${name}`)
  return found
}

describe('formFields', () => {
  const fields = formFields(schema, null)

  it('follows order, then the declaration', () => {
    expect(fields.map((field) => field.name)).toEqual([
      'host',
      'port',
      'user',
      'password',
      'dbname',
      'api_token',
      'use_ssl',
      'sslmode',
      'plain',
      'sslcertFile',
    ])
  })

  it('ignores names in the order that are not properties', () => {
    const odd: ConfigurationSchema = { type: 'object', properties: {}, order: ['gone'] }
    expect(formFields(odd, null)).toEqual([])
  })

  it('maps types by property and name', () => {
    expect(Object.fromEntries(fields.map((field) => [field.name, field.type]))).toEqual({
      host: 'text',
      port: 'number',
      user: 'text',
      password: 'password',
      dbname: 'text',
      api_token: 'password',
      use_ssl: 'checkbox',
      sslmode: 'select',
      plain: 'select',
      sslcertFile: 'file',
    })
  })

  it('treats passwd as a password even if the schema does not list it as secret', () => {
    const [field] = formFields({ type: 'object', properties: { passwd: { type: 'string' } } }, null)
    expect(field).toMatchObject({ type: 'password', secret: false })
  })

  it('derives labels', () => {
    expect(fieldOf(fields, 'host').label).toBe('Host')
    expect(fieldOf(fields, 'dbname').label).toBe('Database Name')
    expect(derivedTitle('use_aws_iam_profile')).toBe('Use Aws Iam Profile')
  })

  it('marks required and extra fields', () => {
    expect(fields.filter((field) => field.required).map((field) => field.name)).toEqual(['dbname'])
    expect(fields.filter((field) => field.extra).map((field) => field.name)).toEqual([
      'sslmode',
      'sslcertFile',
    ])
  })

  it('enters defaults of checkboxes and selects when creating; other defaults are placeholders', () => {
    expect(fieldOf(fields, 'use_ssl').initial).toBe(true)
    expect(fieldOf(fields, 'sslmode').initial).toBe('prefer')
    expect(fieldOf(fields, 'plain').initial).toBe('a')
    expect(fieldOf(fields, 'port')).toMatchObject({ initial: '', placeholder: '5432' })
    expect(fieldOf(fields, 'host')).toMatchObject({ initial: '', placeholder: '127.0.0.1' })
  })

  it('shows the stored values when editing', () => {
    const edited = formFields(schema, {
      host: 'db',
      port: 0,
      sslmode: 'disable',
      password: secretPlaceholder,
    })
    expect(initialValues(edited)).toMatchObject({
      host: 'db',
      port: 0,
      sslmode: 'disable',
      password: secretPlaceholder,
      // absent in stored options means off, even if the default for new ones is on
      use_ssl: false,
      user: '',
    })
    const password = fieldOf(edited, 'password')
    expect(isKeptSecret(password, secretPlaceholder)).toBe(true)
    expect(isKeptSecret(password, 'new')).toBe(false)
  })

  it('does not choose a stored option that no longer exists', () => {
    expect(fieldOf(formFields(schema, { sslmode: 'gone' }), 'sslmode').initial).toBe('prefer')
  })
})

describe('fieldError', () => {
  const base: FormField = {
    name: 'x',
    label: 'X',
    type: 'text',
    required: true,
    extra: false,
    secret: false,
    initial: '',
    placeholder: '',
    options: [],
  }

  it('requires required fields, and accepts 0 and false as values', () => {
    expect(fieldError(base, '')).toBe('This field is required.')
    expect(fieldError(base, null)).toBe('This field is required.')
    expect(fieldError({ ...base, type: 'number' }, 0)).toBeNull()
    expect(fieldError({ ...base, type: 'checkbox' }, false)).toBeNull()
    expect(fieldError({ ...base, required: false }, '')).toBeNull()
  })

  it.each(['text', 'email', 'password'] as const)('measures %s', (type) => {
    expect(fieldError({ ...base, type, minLength: 6 }, 'a@b.c')).toBe('This field is too short.')
    expect(fieldError({ ...base, type, minLength: 6 }, 'a@b.cd')).toBeNull()
  })

  it('does not measure numbers', () => {
    expect(fieldError({ ...base, type: 'number', minLength: 6 }, 1)).toBeNull()
  })

  it.each(['a', 'a@b', '@b.c', 'a b@c.d', 'a@b@c.d'])('%s is not an email address', (value) => {
    expect(fieldError({ ...base, type: 'email' }, value)).toBe('This field must be a valid email.')
  })

  it('collects errors in the order of the form', () => {
    const second: FormField = { ...base, name: 'y', required: false }
    expect(formErrors([base, second], { x: '', y: '' })).toEqual({ x: 'This field is required.' })
  })
})

describe('toOptions', () => {
  it('sends null for a field that was and is empty, and an empty text for a cleared one', () => {
    const fields = formFields(schema, { host: 'db', port: 5432 })
    const values = { ...initialValues(fields), host: '', port: '' }
    expect(toOptions(fields, values)).toMatchObject({ host: '', port: null, user: null, use_ssl: false })
  })

  it('sends an untouched secret as its placeholder', () => {
    const fields = formFields(schema, { password: secretPlaceholder })
    expect(toOptions(fields, initialValues(fields)).password).toBe(secretPlaceholder)
  })
})
