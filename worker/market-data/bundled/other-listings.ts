/** Large listings outside the United States, by `venue code:symbol suffix`, one `SYMBOL Name` a line; indices and coins. Compiled November 2026. */
export const OTHER_LISTINGS: Readonly<Record<string, string>> = {
  'TOR:.TO': `
RY Royal Bank of Canada
TD The Toronto-Dominion Bank
SHOP Shopify Inc.
ENB Enbridge Inc.
BMO Bank of Montreal
BNS The Bank of Nova Scotia
CM Canadian Imperial Bank of Commerce
CNR Canadian National Railway Company
CP Canadian Pacific Kansas City Limited
CNQ Canadian Natural Resources Limited
SU Suncor Energy Inc.
TRP TC Energy Corporation
MFC Manulife Financial Corporation
BCE BCE Inc.
ATD Alimentation Couche-Tard Inc.
CSU Constellation Software Inc.
ABX Barrick Mining Corporation
`,
  'LSE:.L': `
AZN AstraZeneca PLC
SHEL Shell plc
HSBA HSBC Holdings plc
ULVR Unilever PLC
BP BP p.l.c.
GSK GSK plc
RIO Rio Tinto Group
DGE Diageo plc
BATS British American Tobacco p.l.c.
REL RELX PLC
LSEG London Stock Exchange Group plc
GLEN Glencore plc
NG National Grid plc
BARC Barclays PLC
LLOY Lloyds Banking Group plc
NWG NatWest Group plc
VOD Vodafone Group Public Limited Company
RR Rolls-Royce Holdings plc
BA BAE Systems plc
TSCO Tesco PLC
PRU Prudential plc
AAL Anglo American plc
CPG Compass Group PLC
STAN Standard Chartered PLC
IMB Imperial Brands PLC
`,
  'GER:.DE': `
SAP SAP SE
SIE Siemens Aktiengesellschaft
ALV Allianz SE
DTE Deutsche Telekom AG
AIR Airbus SE
MUV2 Munich Re
MBG Mercedes-Benz Group AG
BMW Bayerische Motoren Werke Aktiengesellschaft
VOW3 Volkswagen AG
BAS BASF SE
BAYN Bayer Aktiengesellschaft
IFX Infineon Technologies AG
DBK Deutsche Bank Aktiengesellschaft
DHL Deutsche Post AG
ADS adidas AG
RHM Rheinmetall AG
ENR Siemens Energy AG
EOAN E.ON SE
RWE RWE Aktiengesellschaft
DB1 Deutsche Borse AG
MRK Merck KGaA
HEN3 Henkel AG & Co. KGaA
CBK Commerzbank AG
`,
  'PAR:.PA': `
MC LVMH Moët Hennessy - Louis Vuitton, Société Européenne
OR L'Oréal S.A.
RMS Hermès International
TTE TotalEnergies SE
SAN Sanofi
SU Schneider Electric S.E.
AI L'Air Liquide S.A.
BNP BNP Paribas SA
CS AXA SA
EL EssilorLuxottica
SAF Safran SA
DG Vinci SA
BN Danone S.A.
KER Kering SA
GLE Société Générale
ACA Crédit Agricole S.A.
ORA Orange S.A.
RNO Renault SA
CAP Capgemini SE
ENGI Engie SA
HO Thales S.A.
`,
  'AMS:.AS': `
ASML ASML Holding N.V.
PRX Prosus N.V.
INGA ING Groep N.V.
ADYEN Adyen N.V.
HEIA Heineken N.V.
AD Koninklijke Ahold Delhaize N.V.
PHIA Koninklijke Philips N.V.
WKL Wolters Kluwer N.V.
UMG Universal Music Group N.V.
`,
  'EBS:.SW': `
NESN Nestlé S.A.
ROG Roche Holding AG
NOVN Novartis AG
UBSG UBS Group AG
ZURN Zurich Insurance Group AG
ABBN ABB Ltd
CFR Compagnie Financière Richemont SA
SREN Swiss Re AG
LONN Lonza Group AG
SIKA Sika AG
GIVN Givaudan SA
HOLN Holcim AG
`,
  'MIL:.MI': `
ENEL Enel SpA
ISP Intesa Sanpaolo S.p.A.
UCG UniCredit S.p.A.
ENI Eni S.p.A.
RACE Ferrari N.V.
STLAM Stellantis N.V.
G Assicurazioni Generali S.p.A.
`,
  'MCE:.MC': `
ITX Industria de Diseño Textil, S.A.
IBE Iberdrola, S.A.
SAN Banco Santander, S.A.
BBVA Banco Bilbao Vizcaya Argentaria, S.A.
TEF Telefónica, S.A.
REP Repsol, S.A.
CABK CaixaBank, S.A.
`,
  'CPH:.CO': `
NOVO-B Novo Nordisk A/S
DSV DSV A/S
MAERSK-B A.P. Møller - Mærsk A/S
VWS Vestas Wind Systems A/S
CARL-B Carlsberg A/S
`,
  'STO:.ST': `
VOLV-B AB Volvo
ATCO-A Atlas Copco AB
INVE-B Investor AB
ERIC-B Telefonaktiebolaget LM Ericsson
HM-B H & M Hennes & Mauritz AB
SEB-A Skandinaviska Enskilda Banken AB
`,
  'OSL:.OL': `
EQNR Equinor ASA
DNB DNB Bank ASA
TEL Telenor ASA
`,
  'HEL:.HE': `
NOKIA Nokia Oyj
KNEBV KONE Oyj
NDA-FI Nordea Bank Abp
`,
  'BRU:.BR': `
ABI Anheuser-Busch InBev SA/NV
KBC KBC Group NV
UCB UCB SA
`,
  'JPX:.T': `
7203 Toyota Motor Corporation
6758 Sony Group Corporation
9984 SoftBank Group Corp.
8306 Mitsubishi UFJ Financial Group, Inc.
6861 Keyence Corporation
9983 Fast Retailing Co., Ltd.
7974 Nintendo Co., Ltd.
8035 Tokyo Electron Limited
6501 Hitachi, Ltd.
4063 Shin-Etsu Chemical Co., Ltd.
9432 NTT, Inc.
8058 Mitsubishi Corporation
8001 ITOCHU Corporation
7267 Honda Motor Co., Ltd.
8316 Sumitomo Mitsui Financial Group, Inc.
4502 Takeda Pharmaceutical Company Limited
6098 Recruit Holdings Co., Ltd.
9433 KDDI Corporation
7011 Mitsubishi Heavy Industries, Ltd.
6902 DENSO CORPORATION
`,
  'HKG:.HK': `
0700 Tencent Holdings Limited
9988 Alibaba Group Holding Limited
0005 HSBC Holdings plc
0939 China Construction Bank Corporation
1299 AIA Group Limited
3690 Meituan
1810 Xiaomi Corporation
0941 China Mobile Limited
1398 Industrial and Commercial Bank of China Limited
2318 Ping An Insurance (Group) Company of China, Ltd.
1211 BYD Company Limited
0388 Hong Kong Exchanges and Clearing Limited
9618 JD.com, Inc.
`,
  'SHH:.SS': `
600519 Kweichow Moutai Co., Ltd.
601318 Ping An Insurance (Group) Company of China, Ltd.
600036 China Merchants Bank Co., Ltd.
601857 PetroChina Company Limited
`,
  'SHZ:.SZ': `
300750 Contemporary Amperex Technology Co., Limited
000858 Wuliangye Yibin Co., Ltd.
002594 BYD Company Limited
`,
  'KSC:.KS': `
005930 Samsung Electronics Co., Ltd.
000660 SK hynix Inc.
373220 LG Energy Solution, Ltd.
005380 Hyundai Motor Company
035420 NAVER Corporation
000270 Kia Corporation
`,
  'TAI:.TW': `
2330 Taiwan Semiconductor Manufacturing Company Limited
2317 Hon Hai Precision Industry Co., Ltd.
2454 MediaTek Inc.
`,
  'NSI:.NS': `
RELIANCE Reliance Industries Limited
TCS Tata Consultancy Services Limited
HDFCBANK HDFC Bank Limited
ICICIBANK ICICI Bank Limited
BHARTIARTL Bharti Airtel Limited
INFY Infosys Limited
SBIN State Bank of India
ITC ITC Limited
HINDUNILVR Hindustan Unilever Limited
LT Larsen & Toubro Limited
M&M Mahindra & Mahindra Limited
`,
  'ASX:.AX': `
BHP BHP Group Limited
CBA Commonwealth Bank of Australia
CSL CSL Limited
NAB National Australia Bank Limited
WBC Westpac Banking Corporation
ANZ ANZ Group Holdings Limited
WES Wesfarmers Limited
MQG Macquarie Group Limited
RIO Rio Tinto Group
FMG Fortescue Ltd
`,
  'SES:.SI': `
D05 DBS Group Holdings Ltd
O39 Oversea-Chinese Banking Corporation Limited
U11 United Overseas Bank Limited
`,
  'SAO:.SA': `
PETR4 Petróleo Brasileiro S.A. - Petrobras
VALE3 Vale S.A.
ITUB4 Itaú Unibanco Holding S.A.
BBDC4 Banco Bradesco S.A.
`,
  'MEX:.MX': `
WALMEX Wal-Mart de México, S.A.B. de C.V.
AMXB América Móvil, S.A.B. de C.V.
`,
  'JNB:.JO': `
NPN Naspers Limited
FSR FirstRand Limited
SBK Standard Bank Group Limited
`,
  'TLV:.TA': `
TEVA Teva Pharmaceutical Industries Limited
LUMI Bank Leumi le-Israel B.M.
`,
  'SAU:.SR': `
2222 Saudi Arabian Oil Company
1120 Al Rajhi Banking and Investment Corporation
`,
  SNP: `
^GSPC S&P 500
`,
  DJI: `
^DJI Dow Jones Industrial Average
`,
  NIM: `
^IXIC NASDAQ Composite
`,
  CCC: `
BTC-USD Bitcoin USD
ETH-USD Ethereum USD
SOL-USD Solana USD
XRP-USD XRP USD
BNB-USD BNB USD
DOGE-USD Dogecoin USD
ADA-USD Cardano USD
`,
};
