import { useState } from 'react'
import { scenesTexts } from '../../texts/scenes.ts'
import { Card } from '../../ui/Card.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { FlowError, FlowNotices, SocialButtons } from '../../ui/form/AuthPage.tsx'
import { Form, noFormErrors, FormMessage, SubmitButton } from '../../ui/form/Form.tsx'
import { PasswordField, SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { RichText } from '../../ui/rich-text/RichText.tsx'
import { RichTextField } from '../../ui/rich-text/RichTextField.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './Scenes.module.css'

const doNothing = () => undefined

export function FieldScene() {
  const texts = scenesTexts.fields
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ layout: 'right', code: '{ "nodes": [] }' })
  const bind = (name: string) => ({
    name: `scene-${name}`,
    value: values[name] ?? '',
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  })
  return (
    <div className={styles.columns}>
      <Form errors={noFormErrors} isBusy={false} onSubmit={doNothing}>
        <TextField label={texts.name} hint={texts.nameHint} isRequired {...bind('name')} />
        <TextField label={texts.email} type="email" error={texts.emailError} {...bind('email')} />
        <PasswordField label={texts.password} {...bind('password')} />
        <TextField label={texts.readOnly} isReadOnly {...bind('readOnly')} value={texts.readOnlyValue} />
        <SelectField
          label={texts.layout}
          choices={[
            { value: 'right', label: texts.layoutRight },
            { value: 'down', label: texts.layoutDown },
          ]}
          {...bind('layout')}
        />
        <TextAreaField label={texts.notes} {...bind('notes')} />
        <Disclosure label={texts.more} isNeeded>
          <TextAreaField label={texts.code} isCode rows={2} {...bind('code')} />
        </Disclosure>
        <SubmitButton isBusy={false}>
          {texts.save} <VisuallyHidden>{texts.hiddenNote}</VisuallyHidden>
        </SubmitButton>
      </Form>
      <div className={styles.stack}>
        <FlowNotices
          messages={[
            { type: 'error', text: texts.formError },
            { type: 'info', text: texts.formInfo },
          ]}
        />
        <FormMessage tone="success" text={texts.formSuccess} />
        <FlowError text={scenesTexts.auth.failed} detail={scenesTexts.auth.retryDetail} onRetry={doNothing} />
        <SocialButtons
          providers={[
            { id: 'google', label: 'Google' },
            { id: 'pear', label: 'Pear', icon: pearIcon },
          ]}
          busyId={null}
          describeProvider={(provider) => scenesTexts.auth.continueWith(provider)}
          onChoose={doNothing}
        />
      </div>
    </div>
  )
}

/** A disk, as an operator's icon comes in the configuration. */
const pearIcon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAxNiAxNiI+PGNpcmNsZSBjeD0iOCIgY3k9IjgiIHI9IjciIGZpbGw9IiM0YThmM2MiLz48L3N2Zz4='

export const RichTextScene = () => (
  <div className={styles.columns}>
    <RichTextField
      label={scenesTexts.richText.label}
      initialHtml={scenesTexts.richText.sample}
      error={scenesTexts.richText.error}
      onChange={doNothing}
    />
    <Card>
      <RichText html={scenesTexts.richText.sample} />
    </Card>
  </div>
)
