import { lazy } from '#web/ui/lazy.tsx'

/** Parts that are loaded on demand. */
export const CreateUserDialog = lazy(async () => ({
  default: (await import('./create-user-dialog.tsx')).CreateUserDialog,
}))
export const HandedLinkDialog = lazy(async () => ({
  default: (await import('./handed-link-dialog.tsx')).HandedLinkDialog,
}))
export const OpenedDialog = lazy(async () => ({
  default: (await import('./opened-dialog.tsx')).OpenedDialog,
}))
export const ChangePasswordDialog = lazy(async () => ({
  default: (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
}))
export const ProfileForm = lazy(async () => ({ default: (await import('./profile-form.tsx')).ProfileForm }))
export const SecondFactorSection = lazy(async () => ({
  default: (await import('#web/second-factor/second-factor-section.tsx')).SecondFactorSection,
}))
export const SessionsSection = lazy(async () => ({
  default: (await import('./sessions-section.tsx')).SessionsSection,
}))
export const ApiKeysSection = lazy(async () => ({
  default: (await import('./api-keys-section.tsx')).ApiKeysSection,
}))
