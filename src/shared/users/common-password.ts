/**
 * The words of the passwords that are tried first. Compared without case, with signs for letters undone, and without
 * what people add at the ends: `P@ssw0rd2024!` is `password`.
 */
const words = new Set(
  `password passwort passwd passw pass passphrase motdepasse contrasena contrasenia senha parola parool haslo
   secret geheim topsecret changeme changethis changeit letmein letmeinplease welcome willkommen bienvenue welcometo
   admin administrator adminadmin root toor rootroot superuser sysadmin manager master owner user username
   guest login logmein test tester testtest testing temp temporary default demo demodemo example sample public private
   qwerty qwertz azerty qwertyuiop qwertzuiop azertyuiop asdfgh asdfghjkl asdf asdfasdf zxcvbn zxcvbnm qazwsx qazwsxedc
   qweasd qweasdzxc qweqwe qwe asd asdasd zxc zxczxc wasd poiuyt lkjhgf mnbvcxz aqzsed
   abc abcabc abcd abcde abcdef abcdefg abcdefgh aaa xxx xyz iloveyou iloveu ilove loveme loveyou lovely love lover
   iloveme forever princess prince queen king sunshine rainbow flower butterfly angel angels devil jesus christ
   heaven god buddha allah blessed faith dragon dragons monkey donkey tiger lion eagle falcon wolf shark panda bear
   puppy kitty cat dog doggy horse pony unicorn dolphin phoenix spider
   football soccer baseball basketball hockey golf tennis cricket rugby baseball1 liverpool arsenal chelsea barcelona
   realmadrid juventus manchester manutd yankees lakers cowboys steelers raiders packers eagles patriots
   superman batman spiderman ironman hulk starwars startrek pokemon pikachu naruto matrix gandalf hobbit harrypotter
   minecraft fortnite roblox zelda mario sonic warcraft counterstrike xbox playstation nintendo
   michael jordan jennifer jessica michelle ashley daniel daniela thomas robert andrew anthony charlie george
   william richard joseph david joshua matthew christopher alexander alexandra nicole amanda samantha
   elizabeth hannah andrea martin maria mariana sophie anna peter hunter justin killer ranger buster harley
   ginger pepper cookie cheese chocolate banana orange apple cherry peanut coffee summer winter spring autumn
   january february march april may june july august september october november december monday friday sunday
   freedom liberty america england london paris berlin moscow canada mexico india china japan
   computer internet network server database data system windows microsoft google facebook apple linux ubuntu oracle
   postgres postgresql mysql mongo redis docker hadoop sql query analytics dashboard redash metabase superset sextant
   samsung iphone android nokia sony dell hello hallo hola bonjour helloworld goodbye thankyou please
   trustno trustme whatever nothing nopass nopassword none blink access
   accessgranted security secure safe solo money dollar rich lucky winner champion number one success
   mustang ferrari porsche mercedes corvette camaro yamaha honda toyota bmw audi ford jeep
   metallica nirvana slipknot guitar music rockstar rocknroll eminem beatles elvis
   cheeseburger pizza burger whisky beer vodka sex sexy fuck fuckyou fuckme fuckoff shit asshole bitch pussy
   biteme hottie babygirl baby babyboy daddy mommy mother father brother sister family friend friends
   shadow silver golden diamond crystal purple yellow black white blue green red
   star stars moon sun earth world universe galaxy ocean summertime thunder lightning storm fire ice
   company office work corporate business team support service helpdesk sales marketing finance`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

const rows = [
  '01234567890',
  '09876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
]
const letters: Readonly<Record<string, string>> = {
  ...{
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '8': 'b',
    '@': 'a',
    $: 's',
    '!': 'i',
    '+': 't',
  },
}

/** Whether the password is among those that are tried first. `own`: names and addresses that anyone can guess. */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const text = password.toLowerCase().trim()
  if (isSequence(text)) return true
  const guessed = new Set(own.flatMap(guessesOf))
  return coresOf(text).some((core) => words.has(core) || guessed.has(core) || isSequence(core))
}

/** One character, a short text again and again, or a walk over the keys. */
function isSequence(text: string): boolean {
  if (text === '') return true
  if (/^(.{1,3}?)\1+$/su.test(text)) return true
  return text.length > 2 && rows.some((row) => row.includes(text))
}

/** With and without what was added at the ends, and with signs read as letters. */
function coresOf(text: string): string[] {
  const ends = text.replace(/^[^\p{L}]{1,4}/u, '').replace(/[^\p{L}]{1,6}$/u, '')
  const plain = (one: string) => one.replace(/[^\p{L}]/gu, (sign) => letters[sign] ?? '')
  const twice = /^(.+)\1$/su.exec(ends)?.[1]
  return [
    text,
    ends,
    plain(text),
    plain(text.replace(/[^\p{L}]{1,6}$/u, '')),
    plain(ends),
    twice ?? text,
  ].filter((core) => core !== '')
}

function guessesOf(own: string): string[] {
  const text = own.trim().toLowerCase()
  const parts = text.split(/[^\p{L}\p{N}]+/u)
  return [text, parts.join(''), ...parts].filter((guess) => guess.length > 2)
}
