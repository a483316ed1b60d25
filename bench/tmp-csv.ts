import { delimitedText } from '#server/results/delimited-text.ts'
import { rowEncoder } from '#server/results/row-encoder.ts'
import { encodeNumber, encodeText } from '#connectors/encode-cell.ts'
import { sheetText } from '#server/results/sheet-text.ts'
const names = ['id','amount','flag','name','at','day','price','hash','maybe','note']
const types = ['integer','float','boolean','string','datetime','date','float','string','integer','string']
const cols = names.map((name,i)=>({name, friendly_name:name, type: types[i] ?? null}))
const encode = rowEncoder(names.map((name,i)=>({name,type:null,encode: ['integer','float','boolean'].includes(types[i]??'') ? encodeNumber.length?(c:unknown)=>String(c):encodeText : encodeText})), names)
const rows:string[]=[]
for (let i=0;i<5000;i++) rows.push(encode([i, i*1.5, i%7===0, 'customer '+i, '2026-01-01T00:00:01.000', '2026-01-01', '12.3450', 'abcdefabcdefabcdefabcdefabcdefab', i%5||null, 'some, text "x"']))
const chunk = Buffer.from(rows.join(','))
const text = delimitedText({ delimiter: ',', columns: cols, dateFormat: 'DD/MM/YY', dateTimeFormat: 'DD/MM/YY HH:mm' })
for (let r=0;r<3;r++){ 
const c=process.cpuUsage(); let out=0; for (let k=0;k<40;k++) out+=text.convert(chunk).length
const u=process.cpuUsage(c); console.log('csv', (out/1e6).toFixed(1),'MB', ((u.user+u.system)/1000).toFixed(0),'ms cpu', (out/(u.user+u.system)).toFixed(0), 'MB/s; json', (chunk.length*40/1e6).toFixed(0))
}
const sheet = sheetText(cols, 1e9); sheet.begin()
for (let r=0;r<2;r++){ const c=process.cpuUsage(); let out=0; for (let k=0;k<40;k++){ sheet.give(chunk); for(let p=sheet.take();p!==null;p=sheet.take()) out+=p.length}
const u=process.cpuUsage(c); console.log('xlsx', (out/1e6).toFixed(1),'MB', ((u.user+u.system)/1000).toFixed(0),'ms cpu')}
