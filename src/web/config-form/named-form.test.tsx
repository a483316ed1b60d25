// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ConfigType } from './config-type.ts'
import type { FieldFault } from './field-fault.ts'
import { NamedForm, type NamedFormValues } from './named-form.tsx'

afterEach(cleanup)

const type: ConfigType = {
  type: 'test',
  name: 'Test',
  configuration_schema: {
    type: 'object',
    properties: { keyFile: { type: 'string', title: 'Key' } },
    required: ['keyFile'],
  },
}

it('shows fields that depend on a choice with it, and loses nothing that was entered', async () => {
  const schema: ConfigType['configuration_schema'] = {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: ['uploads', 'bucket'] },
      bucket: { type: 'string', title: 'Bucket' },
    },
    only_with: { bucket: { kind: ['bucket'] } },
  }
  const sent: NamedFormValues[] = []
  const props = {
    ...{ type: { ...type, configuration_schema: schema }, id: 'form', disabled: false, help: null },
    ...{ onDirty: () => {}, onSubmit: async (values: NamedFormValues) => void sent.push(values) },
  }
  const stored = { name: 'Mine', options: { kind: 'uploads', bucket: 'lake' } }
  const form = (fault: FieldFault | null) => (
    <MantineProvider>
      <NamedForm {...props} stored={stored} fault={fault} />
    </MantineProvider>
  )
  const { container, rerender } = render(form(null))
  expect(screen.queryByRole('textbox', { name: 'Bucket' })).toBeNull()
  fireEvent.submit(container.querySelector('form') ?? document.body)
  await expect.poll(() => sent).toEqual([{ ...stored, more: {} }])
  // a refused one is shown all the same
  rerender(form({ field: 'options.bucket', message: 'No such bucket.' }))
  await expect.poll(() => screen.queryByRole('textbox', { name: 'Bucket' })).not.toBeNull()
  cleanup()
  render(
    <MantineProvider>
      <NamedForm
        {...props}
        stored={{ name: 'Mine', options: { kind: 'bucket', bucket: 'lake' } }}
        fault={null}
      />
    </MantineProvider>,
  )
  expect(screen.getByRole('textbox', { name: 'Bucket' })).toHaveProperty('value', 'lake')
})

it('sends a file that is still being read when the form is submitted, once', async () => {
  const sent: NamedFormValues[] = []
  let read: (bytes: ArrayBuffer) => void = () => {}
  const { container } = render(
    <MantineProvider>
      <NamedForm
        {...{ type, id: 'form', stored: null, disabled: false, help: null, fault: null }}
        onDirty={() => {}}
        onSubmit={async (values) => void sent.push(values)}
      />
    </MantineProvider>,
  )
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Mine' } })
  const file = new File([], 'key.pem')
  file.arrayBuffer = () =>
    new Promise((resolve) => {
      read = resolve
    })
  const found = (selector: string) => container.querySelector(selector) ?? document.body
  await expect.poll(() => found('input[type=file]')).not.toBe(document.body)
  const [input, form] = [found('input[type=file]'), found('form')]
  fireEvent.change(input, { target: { files: [file] } })
  fireEvent.submit(form)
  fireEvent.submit(form)
  await act(async () => read(new TextEncoder().encode('secret').buffer))
  await expect.poll(() => sent).toEqual([{ name: 'Mine', options: { keyFile: btoa('secret') }, more: {} }])
  fireEvent.submit(form)
  await expect.poll(() => sent).toHaveLength(2)
})
