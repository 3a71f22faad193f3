import { limits } from '@espalier/domain'
import { passwordMaxBytes } from '../core/password-hasher.ts'
import { type Message, messages } from '../protocol/messages.ts'

/** The most guessed passwords that are long enough to be chosen at all, in lower case. */
export const mostUsedPasswords: ReadonlySet<string> = new Set(
  `
password passw0rd password1 password12 password123 password1234 password12345 password123456 password!
password1! password01 password00 password2 password3 password7 password9 password10 password11 password13
password21 password22 password69 password99 password2020 password2021 password2022 password2023 password2024
password2025 password2026 p@ssword p@ssw0rd p@ssw0rd1 p@ssword1 p@ssword123 pa55word pa$$word pa$$w0rd
passwort passwort1 passwort123 passwords mypassword thepassword newpassword oldpassword yourpassword
nopassword thisispassword password1q password1a passpass passpass1 passport passphrase passcode pass1234
pass12345 pass123456 12345678 123456789 1234567890 12345678910 0123456789 01234567 0987654321 987654321
9876543210 87654321 876543210 123123123 12312312 1231231234 11111111 111111111 1111111111 00000000 000000000
0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 888888888 99999999 999999999
9999999999 11223344 1122334455 112233445566 12344321 123454321 1234554321 12341234 1234512345 123456123456
123321123 123456654321 1234567a 1234567q 12345678a 12345678q 123456789a 123456789q 1234567890q 1234567890a
a12345678 a123456789 a1234567890 q12345678 q123456789 aa123456 aa12345678 aa123456789 abc12345 abc123456
abc1234567 abc12345678 abcd1234 abcd12345 abcde12345 abcdef123 abcdefg1 abcdefgh abcdefghi abcdefghij
abcabcabc abc123abc abcd123456 abcdabcd a1b2c3d4 a1b2c3d4e5 1a2b3c4d 1a2b3c4d5e 13579246 135792468 1357924680
2468101214 24681012 19801980 19841984 19851985 19861986 19871987 19881988 19891989 19901990 19911991 19921992
20002000 20202020 20212021 20222022 20232023 20242024 31415926 314159265 3141592653 14725836 147258369
147852369 159357258 159753123 159753456 741852963 789456123 789456123a 963852741 36925814 25802580 10203040
1020304050 10101010 01010101 12121212 21212121 69696969 66668888 88886666 52013145 5201314520 123qweasd
123qweasdzxc 123qwe123 123qwe123qwe 123abc123 123456abc 123456qwe 123456asd 12345qwert 1234qwer 1234qwerasdf
1234abcd 12345abc 12345abcde 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o0p 1qaz2wsx
1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw2 1qaz@wsx 1qaz!qaz zaq12wsx zaq1zaq1 zaq1xsw2 zaq!2wsx !qaz2wsx !qaz1qaz
!qaz@wsx 2wsx3edc 3edc4rfv q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx123 qazwsxedc qazwsxedcrfv qazxswedc
qaz123wsx qwertyui qwertyuiop qwertyuio qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty1!
qwerty123! qwerty321 qwerty01 qwerty77 qwertyqwerty qwertz123 qwertzui qwertzuiop qwer1234 qwer12345
qwer123456 qwerasdf qwerasdfzxcv qweasdzxc qweasd123 qweqweqwe qwe123qwe qwe123asd qwe12345 qwe123456 azertyui
azertyuiop azerty123 asdfghjk asdfghjkl asdfghjkl1 asdfasdf asdf1234 asdf12345 asdfjkl; asdfqwer asdasdasd
asd123asd asd12345 asdf;lkj zxcvbnm1 zxcvbnm12 zxcvbnm123 zxcvzxcv zxcasdqwe zxc12345 poiuytre poiuytrewq
lkjhgfds lkjhgfdsa mnbvcxz1 mnbvcxzlkjhgfdsapoiuytrewq iloveyou iloveyou1 iloveyou2 iloveyou12 iloveyou123
iloveyou! iloveyouu iloveu123 iloveu12 ilovegod ilovejesus ilovemom ilovemyself ilovelove loveyou1 loveyou123
lovelove lovelove1 loveme123 loverboy lovergirl lovely123 lovehate loveforever foreverlove forever1 forever21
trustno1 trustnoone trustme1 whatever whatever1 whatever123 letmein1 letmein12 letmein123 letmein! letmeinnow
welcome1 welcome12 welcome123 welcome1234 welcome! welcome01 welcome2020 welcome2021 welcome2022 welcome2023
welcome2024 welcome2025 welcome2026 hello123 hello1234 hello12345 hellohello helloworld helloworld1 hellokitty
goodluck goodmorning goodbye1 changeme changeme1 changeme123 changeit secret12 secret123 secret1234 topsecret
secretpassword default1 default123 temp1234 temporary temppass test1234 test12345 test123456 testtest
testtest1 testing1 testing12 testing123 tester123 testpassword testuser example1 sample123 demo1234 demodemo
guest123 guest1234 guestguest login123 login1234 user1234 user12345 username username1 computer computer1
internet internet1 internet123 samsung1 samsung123 windows1 microsoft google123 facebook facebook1 linkedin
linkedin1 instagram twitter1 youtube1 whatsapp snapchat admin123 admin1234 admin12345 admin123456 admin123!
admin@123 admin2020 admin2024 adminadmin administrator administrator1 root1234 root12345 rootroot toor1234
master12 master123 mastermaster superman superman1 superman123 batman123 batman12 batmanbatman spiderman
spiderman1 spider123 ironman1 ironman123 starwars starwars1 starwars123 startrek startrek1 pokemon1 pokemon12
pokemon123 pikachu1 pikachu123 minecraft minecraft1 minecraft123 fortnite fortnite1 roblox123 warcraft
warcraft1 starcraft counterstrike playstation playstation1 nintendo nintendo1 xbox3600 zelda123 matrix123
gandalf1 hogwarts harrypotter voldemort doraemon princess princess1 princess12 princess123 princesa princesa1
sunshine sunshine1 sunshine12 sunshine123 football football1 football12 football123 baseball baseball1
baseball12 baseball123 basketball basketball1 softball softball1 volleyball hockey123 soccer12 soccer123
soccer11 tennis123 liverpool liverpool1 liverpool123 chelsea1 chelsea123 chelseafc arsenal1 arsenal123
manchester manunited manutd123 barcelona barcelona1 realmadrid juventus juventus1 bayern123 steelers steelers1
cowboys1 yankees1 lakers24 jordan23 michael1 michael12 michael123 jennifer jennifer1 jessica1 jessica123
ashley12 ashley123 nicole12 nicole123 daniel12 daniel123 matthew1 anthony1 joshua12 joshua123 andrew12
andrew123 charlie1 charlie123 charlotte elizabeth alexander alexandra alexander1 christian christine christina
christopher stephanie stephen1 victoria victoria1 veronica samantha samantha1 natalie1 nathan123 benjamin
benjamin1 jonathan jonathan1 nicholas nicholas1 thomas123 william1 patrick1 robert123 richard1 george123
maverick maverick1 sebastian gabriel1 gabriela isabella isabelle angelina angelica valentina valentin fernando
fernanda alejandro alejandra monkey12 monkey123 monkey1234 monkeymonkey dragon12 dragon123 dragon1234
dragonball dragonballz dragons1 tigger12 tigger123 elephant butterfly butterfly1 dolphin1 dolphins panther1
panthers mustang1 mustang123 corvette ferrari1 mercedes mercedes1 porsche1 porsche911 lamborghini chevrolet
harley12 harley123 harleydavidson yamaha123 scooter1 chocolate chocolate1 cookie123 cookies1 strawberry
blueberry pineapple cupcake1 cheesecake icecream coffee123 pepper12 pepper123 ginger12 ginger123 cinnamon
snickers snowball snowflake rainbow1 rainbow123 diamond1 diamonds emerald1 sapphire platinum midnight
moonlight moonshine stargate starlight starfish summer12 summer123 summer2020 summer2021 summer2022 summer2023
summer2024 summer2025 summertime winter12 winter123 winter2020 winter2021 winter2022 winter2023 winter2024
winter2025 spring2023 spring2024 spring2025 autumn2023 autumn2024 autumn2025 december september november
february saturday thursday wednesday birthday birthday1 christmas christmas1 freedom1 freedom123 liberty1
america1 american1 australia brazil123 england1 deutschland francesco brasil123 canada123 newyork1 california
london123 paris123 berlin123 scotland ireland1 jesus123 jesuschrist jesusislord godisgood godisgreat blessed1
blessing heavenly angel123 angels123 angelito guardian lucky123 lucky777 lucky13! money123 moneymoney million1
billionaire success1 qwerty12# killer12 killer123 hunter12 hunter123 hunter2hunter2 shadow12 shadow123
phoenix1 phoenix123 thunder1 lightning hurricane tornado1 blink182 metallica metallica1 slipknot slipknot1
nirvana1 nirvana123 eminem123 beatles1 rockstar rockstar1 rocknroll guitar123 drummer1 musiclover jackass1
asshole1 bullshit fuckyou1 fuckyou2 fuckyou123 fuckyou! fuckoff1 fuckfuck motherfucker nothing1 nothing123
nobody123 somebody everybody something anything computer123 keyboard laptop123 security security1 access14
access123 letmein2 opensesame openopen system32 server123 service1 support1 support123 manager1 manager123
company1 business office123 student1 student123 teacher1 school123 college1 university hospital doctor123
nursing1 police123 soldier1 military army1234 marines1 airforce firefighter fire1234 water123 earth123
flower12 flower123 flowers1 garden123 gardener fishing1 hunting1 camping1 swimming running1 dancing1 dancer123
cheer123 cheerleader gymnastics asdfgh12 asdfgh123 azsxdcfv aaaaaaaa aaaaaaaaa aaaaaaaaaa bbbbbbbb cccccccc
dddddddd qqqqqqqq zzzzzzzz xxxxxxxx xxxxxxxxx
`
    .trim()
    .split(/\s+/),
)

const comparedLength = 256
const minDistance = 5
const maxSharedPart = 0.5

/** Returns the problem with a new password, or null. */
export function checkPassword(password: string, identifiers: readonly string[]): Message | null {
  const bytes = Buffer.byteLength(password)
  if (bytes < limits.passwordBytes.min) return messages.passwordShort(limits.passwordBytes.min, bytes)
  if (bytes > passwordMaxBytes) return messages.passwordLong(passwordMaxBytes, bytes)
  if (identifiers.some((identifier) => isSimilarToIdentifier(password, identifier))) return messages.passwordSimilar()
  if (mostUsedPasswords.has(password.toLowerCase())) return messages.passwordBreached(1)
  return null
}

export function isSimilarToIdentifier(password: string, identifier: string): boolean {
  const left = identifier.toLowerCase().slice(0, comparedLength)
  const right = password.toLowerCase().slice(0, comparedLength)
  if (left === '' || right === '') return false
  return (
    levenshteinDistance(left, right) < minDistance || longestCommonSubstring(left, right) / right.length > maxSharedPart
  )
}

/** Computes the Levenshtein distance row by row. */
export function levenshteinDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= right.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}

/** Returns the length of the longest common substring. */
export function longestCommonSubstring(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, () => 0)
  let longest = 0
  for (let i = 1; i <= left.length; i += 1) {
    const next = [0]
    for (let j = 1; j <= right.length; j += 1) {
      const length = left[i - 1] === right[j - 1] ? (row[j - 1] ?? 0) + 1 : 0
      next.push(length)
      longest = Math.max(longest, length)
    }
    row = next
  }
  return longest
}
