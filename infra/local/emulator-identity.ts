/** What the SDK asks for before it talks to an emulator, which looks at none of it. */
export const emulatorIdentity = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' }
