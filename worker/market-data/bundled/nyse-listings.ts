/** Large listings of the New York Stock Exchange: one `SYMBOL Name` a line. Compiled November 2026. */
export const NYSE_LISTINGS: Readonly<Record<string, string>> = {
  NYQ: `
A Agilent Technologies, Inc.
ABBV AbbVie Inc.
ABT Abbott Laboratories
ACN Accenture plc
ADM Archer-Daniels-Midland Company
AFL Aflac Incorporated
AIG American International Group, Inc.
AJG Arthur J. Gallagher & Co.
ALL The Allstate Corporation
AMP Ameriprise Financial, Inc.
AMT American Tower Corporation
ANET Arista Networks, Inc.
AON Aon plc
APD Air Products and Chemicals, Inc.
APH Amphenol Corporation
APO Apollo Global Management, Inc.
AVB AvalonBay Communities, Inc.
AXP American Express Company
AZO AutoZone, Inc.
BA The Boeing Company
BABA Alibaba Group Holding Limited
BAC Bank of America Corporation
BDX Becton, Dickinson and Company
BHP BHP Group Limited
BK The Bank of New York Mellon Corporation
BLK BlackRock, Inc.
BMY Bristol-Myers Squibb Company
BP BP p.l.c.
BRK-A Berkshire Hathaway Inc. Class A
BRK-B Berkshire Hathaway Inc. Class B
BSX Boston Scientific Corporation
BTI British American Tobacco p.l.c.
BX Blackstone Inc.
C Citigroup Inc.
CAH Cardinal Health, Inc.
CARR Carrier Global Corporation
CAT Caterpillar Inc.
CB Chubb Limited
CBRE CBRE Group, Inc.
CCI Crown Castle Inc.
CHD Church & Dwight Co., Inc.
CI The Cigna Group
CL Colgate-Palmolive Company
CMG Chipotle Mexican Grill, Inc.
CMI Cummins Inc.
CNC Centene Corporation
CNI Canadian National Railway Company
COF Capital One Financial Corporation
COP ConocoPhillips
COR Cencora, Inc.
CPNG Coupang, Inc.
CRH CRH plc
CRM Salesforce, Inc.
CTVA Corteva, Inc.
CVNA Carvana Co.
CVS CVS Health Corporation
CVX Chevron Corporation
D Dominion Energy, Inc.
DAL Delta Air Lines, Inc.
DD DuPont de Nemours, Inc.
DE Deere & Company
DELL Dell Technologies Inc.
DEO Diageo plc
DG Dollar General Corporation
DGX Quest Diagnostics Incorporated
DHI D.R. Horton, Inc.
DHR Danaher Corporation
DIS The Walt Disney Company
DLR Digital Realty Trust, Inc.
DOV Dover Corporation
DOW Dow Inc.
DUK Duke Energy Corporation
DVN Devon Energy Corporation
ECL Ecolab Inc.
ED Consolidated Edison, Inc.
EFX Equifax Inc.
EIX Edison International
EL The Estee Lauder Companies Inc.
ELV Elevance Health, Inc.
EMR Emerson Electric Co.
ENB Enbridge Inc.
EOG EOG Resources, Inc.
EPD Enterprise Products Partners L.P.
EQR Equity Residential
ES Eversource Energy
ET Energy Transfer LP
ETN Eaton Corporation plc
ETR Entergy Corporation
EW Edwards Lifesciences Corporation
F Ford Motor Company
FCX Freeport-McMoRan Inc.
FDX FedEx Corporation
FE FirstEnergy Corp.
FICO Fair Isaac Corporation
FIS Fidelity National Information Services, Inc.
FTV Fortive Corporation
GD General Dynamics Corporation
GE GE Aerospace
GEV GE Vernova Inc.
GIS General Mills, Inc.
GLW Corning Incorporated
GM General Motors Company
GME GameStop Corp.
GPN Global Payments Inc.
GS The Goldman Sachs Group, Inc.
GSK GSK plc
GWW W.W. Grainger, Inc.
HAL Halliburton Company
HCA HCA Healthcare, Inc.
HD The Home Depot, Inc.
HDB HDFC Bank Limited
HIG The Hartford Insurance Group, Inc.
HLT Hilton Worldwide Holdings Inc.
HPE Hewlett Packard Enterprise Company
HPQ HP Inc.
HSBC HSBC Holdings plc
HSY The Hershey Company
HUM Humana Inc.
HWM Howmet Aerospace Inc.
IBM International Business Machines Corporation
IBN ICICI Bank Limited
ICE Intercontinental Exchange, Inc.
IFF International Flavors & Fragrances Inc.
INFY Infosys Limited
IQV IQVIA Holdings Inc.
IR Ingersoll Rand Inc.
IT Gartner, Inc.
ITW Illinois Tool Works Inc.
JCI Johnson Controls International plc
JNJ Johnson & Johnson
JPM JPMorgan Chase & Co.
KEYS Keysight Technologies, Inc.
KKR KKR & Co. Inc.
KMB Kimberly-Clark Corporation
KMI Kinder Morgan, Inc.
KO The Coca-Cola Company
KR The Kroger Co.
LEN Lennar Corporation
LHX L3Harris Technologies, Inc.
LLY Eli Lilly and Company
LMT Lockheed Martin Corporation
LNG Cheniere Energy, Inc.
LOW Lowe's Companies, Inc.
LUV Southwest Airlines Co.
LVS Las Vegas Sands Corp.
LYB LyondellBasell Industries N.V.
MA Mastercard Incorporated
MCD McDonald's Corporation
MCK McKesson Corporation
MCO Moody's Corporation
MDT Medtronic plc
MET MetLife, Inc.
MLM Martin Marietta Materials, Inc.
MMM 3M Company
MO Altria Group, Inc.
MPC Marathon Petroleum Corporation
MRK Merck & Co., Inc.
MS Morgan Stanley
MSCI MSCI Inc.
MSI Motorola Solutions, Inc.
MTB M&T Bank Corporation
MUFG Mitsubishi UFJ Financial Group, Inc.
NEE NextEra Energy, Inc.
NEM Newmont Corporation
NET Cloudflare, Inc.
NIO NIO Inc.
NKE NIKE, Inc.
NOC Northrop Grumman Corporation
NOW ServiceNow, Inc.
NSC Norfolk Southern Corporation
NU Nu Holdings Ltd.
NUE Nucor Corporation
NVO Novo Nordisk A/S
NVR NVR, Inc.
NVS Novartis AG
O Realty Income Corporation
OKE ONEOK, Inc.
ORCL Oracle Corporation
OTIS Otis Worldwide Corporation
OXY Occidental Petroleum Corporation
PBR Petroleo Brasileiro S.A. - Petrobras
PCG PG&E Corporation
PEG Public Service Enterprise Group Incorporated
PFE Pfizer Inc.
PG The Procter & Gamble Company
PGR The Progressive Corporation
PH Parker-Hannifin Corporation
PINS Pinterest, Inc.
PLD Prologis, Inc.
PM Philip Morris International Inc.
PNC The PNC Financial Services Group, Inc.
PPG PPG Industries, Inc.
PRU Prudential Financial, Inc.
PSA Public Storage
PSX Phillips 66
PWR Quanta Services, Inc.
QSR Restaurant Brands International Inc.
RACE Ferrari N.V.
RBLX Roblox Corporation
RCL Royal Caribbean Cruises Ltd.
RDDT Reddit, Inc.
RIO Rio Tinto Group
RMD ResMed Inc.
ROK Rockwell Automation, Inc.
RSG Republic Services, Inc.
RTX RTX Corporation
RY Royal Bank of Canada
SAN Banco Santander, S.A.
SAP SAP SE
SBAC SBA Communications Corporation
SCHW The Charles Schwab Corporation
SE Sea Limited
SHEL Shell plc
SHW The Sherwin-Williams Company
SLB SLB N.V.
SNAP Snap Inc.
SNOW Snowflake Inc.
SO The Southern Company
SONY Sony Group Corporation
SPG Simon Property Group, Inc.
SPGI S&P Global Inc.
SPOT Spotify Technology S.A.
SRE Sempra
STLA Stellantis N.V.
STT State Street Corporation
STZ Constellation Brands, Inc.
SYK Stryker Corporation
SYY Sysco Corporation
T AT&T Inc.
TD The Toronto-Dominion Bank
TDG TransDigm Group Incorporated
TEL TE Connectivity plc
TFC Truist Financial Corporation
TGT Target Corporation
TJX The TJX Companies, Inc.
TM Toyota Motor Corporation
TMO Thermo Fisher Scientific Inc.
TRGP Targa Resources Corp.
TRV The Travelers Companies, Inc.
TSM Taiwan Semiconductor Manufacturing Company Limited
TT Trane Technologies plc
TTE TotalEnergies SE
TWLO Twilio Inc.
U Unity Software Inc.
UBER Uber Technologies, Inc.
UBS UBS Group AG
UL Unilever PLC
UNH UnitedHealth Group Incorporated
UNP Union Pacific Corporation
UPS United Parcel Service, Inc.
URI United Rentals, Inc.
USB U.S. Bancorp
V Visa Inc.
VALE Vale S.A.
VICI VICI Properties Inc.
VLO Valero Energy Corporation
VMC Vulcan Materials Company
VST Vistra Corp.
VTR Ventas, Inc.
VZ Verizon Communications Inc.
WAB Westinghouse Air Brake Technologies Corporation
WEC WEC Energy Group, Inc.
WELL Welltower Inc.
WFC Wells Fargo & Company
WM Waste Management, Inc.
WMB The Williams Companies, Inc.
WMT Walmart Inc.
XOM Exxon Mobil Corporation
XYL Xylem Inc.
XYZ Block, Inc.
YUM Yum! Brands, Inc.
ZBH Zimmer Biomet Holdings, Inc.
ZTS Zoetis Inc.
`,
};
